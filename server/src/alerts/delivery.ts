import type { AlertDelivery, AlertRow, Job, Webhook } from '@ticker/mongo';
import type { Alert } from '@ticker/protocol';

export interface DeliveryOptions {
  /** Puts the alert where all processes read it; may be called again. */
  readonly insert: (row: AlertRow) => Promise<void>;
  /** Where the rule's alerts are sent now; null: nowhere. */
  readonly webhookOf: (rule: string) => Promise<Webhook | null>;
  readonly send: (webhook: Webhook, alert: Alert, key: string, signal: AbortSignal) => Promise<void>;
}

/**
 * The work of a delivery's job: first the alert is put where dashboards see it, then it is sent to the rule's webhook.
 * Whoever runs it again, after a failure or a worker's death, does the same with the same id and the same key.
 *
 * @throws what `send` does, `Hopeless` included; the queue sees to another attempt
 */
export function delivery({ insert, webhookOf, send }: DeliveryOptions) {
  return async (job: Job<AlertDelivery>, { signal }: { readonly signal: AbortSignal }): Promise<void> => {
    const { rule, owner, ticker, condition, note, tick, firedAt } = job.payload;
    await insert({ id: job.id, rule, owner, ticker, condition, note, tick, time: firedAt });
    const webhook = await webhookOf(rule);
    if (!webhook) return;
    const id = String(job.id);
    const alert: Alert = { id, rule, ticker, condition, note, tick, time: firedAt.getTime() };
    await send(webhook, alert, job.key ?? id, signal);
  };
}
