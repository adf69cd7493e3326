import type { AlertDelivery, AlertRow, Job, Log, Webhook } from '@ticker/mongo';
import type { Alert } from '@ticker/protocol';
import type { WebhookTurns } from './webhook-turns.ts';

export interface DeliveryOptions {
  /** Puts the alert where all processes read it; may be called again. */
  readonly insert: (row: AlertRow) => Promise<void>;
  /** Where the rule's alerts are sent now; null: nowhere. */
  readonly webhookOf: (rule: string) => Promise<Webhook | null>;
  readonly turns: Pick<WebhookTurns, 'run'>;
  readonly send: (webhook: Webhook, alert: Alert, key: string, signal: AbortSignal) => Promise<void>;
  readonly log: Log;
}

/**
 * The work of a delivery's job: first the alert is put where dashboards see it, which waits for nobody; then it is sent
 * to the rule's webhook, when that has its turn. Whoever runs it again, after a failure or a worker's death, does the
 * same with the same id and the same key.
 *
 * @throws what `send` does, `Hopeless` included; the queue sees to another attempt. Owners read it: of the database it
 *   says nothing
 */
export function delivery({ insert, webhookOf, turns, send, log }: DeliveryOptions) {
  return async (job: Job<AlertDelivery>, { signal }: { readonly signal: AbortSignal }): Promise<void> => {
    const { rule, owner, ticker, condition, note, tick, firedAt } = job.payload;
    const asked = async <Result>(answer: Promise<Result>): Promise<Result> =>
      answer.catch((cause: Error) => {
        log.warn({ job: job.id, why: cause.message }, 'the database did not answer a delivery');
        throw new Error('the database did not answer', { cause });
      });
    await asked(insert({ id: job.id, rule, owner, ticker, condition, note, tick, time: firedAt }));
    const webhook = await asked(webhookOf(rule));
    if (!webhook) return;
    const id = String(job.id);
    const alert: Alert = { id, rule, ticker, condition, note, tick, time: firedAt.getTime() };
    await turns.run(owner, webhook.url, signal, async () => {
      // It may have waited for long: the rule may be gone, or have another one.
      const now = await asked(webhookOf(rule));
      if (now) await send(now, alert, job.key ?? id, signal);
    });
  };
}
