import type { Rule } from '@ticker/mongo';
import type { AlertRule, Delivery } from '@ticker/protocol';

/**
 * A rule as its owner gets it.
 *
 * @param delivery what became of its last alert; of each rule that has fired something is known (`Rules.deliveries`)
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
    last: last && { ...last, delivery: delivery! },
  };
}
