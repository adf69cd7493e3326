import type { Rule } from '@ticker/mongo';
import type { AlertRule, Delivery } from '@ticker/protocol';

/** A rule whose delivery is not in the queue any more: it was finished a day ago, or its job was removed. */
const DELIVERED: Delivery = { state: 'delivered', attempts: 1, error: null };

/**
 * A rule as its owner gets it.
 *
 * @param delivery what became of its last alert
 * @param withSecret whether the answer holds the webhook's secret: only where this request has set it
 */
export function wireRule(rule: Rule, delivery: Delivery | undefined, withSecret = false): AlertRule {
  const { id, ticker, condition, repeat, coolDownMs, note, webhook, state, createdAt, last } = rule;
  return {
    id,
    ticker,
    condition,
    repeat,
    coolDownMs,
    note,
    webhook: webhook && { url: webhook.url, ...(withSecret && { secret: webhook.secret }) },
    state,
    createdAt,
    last: last && { ...last, delivery: delivery ?? DELIVERED },
  };
}
