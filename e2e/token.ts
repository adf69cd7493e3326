import { SignJWT } from 'jose';

/** `AUTH_SECRET` of the journeys' servers. */
export const SECRET = 'a secret that is known to all who read the journeys';

export interface TokenClaims {
  /** What may be read; every ticker where it isn't said. */
  readonly tickers?: readonly string[];
  /** How long it is valid. */
  readonly seconds?: number;
  readonly secret?: string;
}

/** A token as whoever runs the server hands it out: a JWT, HS256. */
export function makeToken({ tickers, seconds = 3600, secret = SECRET }: TokenClaims = {}): Promise<string> {
  return new SignJWT(tickers ? { tickers } : {})
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('journey')
    .setExpirationTime(`${seconds} s`)
    .sign(new TextEncoder().encode(secret));
}
