import { Refusal } from '../refusal.ts';

/** There is no token, or one that is not valid. The message never holds any of it. */
export class Unauthorized extends Refusal {
  constructor(message: string) {
    // RFC 6750, section 3: how to do better.
    super(401, 'unauthorized', message, { headers: { 'www-authenticate': 'Bearer realm="ticker"' } });
  }
}
