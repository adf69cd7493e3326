import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/**
 * The headers by which the receiver of a webhook knows that it comes from us, and which it is, as Standard Webhooks has
 * them (https://www.standardwebhooks.com, specification, "Webhook Headers" and "Symmetric signature").
 *
 * @param secret "whsec_" and base64
 * @param id the same at every attempt
 * @param now of this attempt, in milliseconds since 1970: a receiver refuses old ones, which somebody may be repeating
 */
export function signed(secret: string, id: string, now: number, body: string): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
    // For receivers that know nothing of Standard Webhooks.
    'idempotency-key': id,
  };
}
