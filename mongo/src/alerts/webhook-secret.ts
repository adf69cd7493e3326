import { randomBytes } from 'node:crypto';

/** A new secret, as standardwebhooks.com has it: 24 to 64 random bytes; these are 32. */
export function webhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
