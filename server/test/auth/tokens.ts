import { SignJWT } from 'jose';

/** `AUTH_SECRET` of the tests. */
export const SECRET = 'a secret of the tests, longer than 32 characters';

/** A token as `npm run token` makes one: of alice, for an hour, unless claims say otherwise. */
export async function tokenOf(claims: Record<string, unknown> = {}, secret = SECRET): Promise<string> {
  const payload = { sub: 'alice', exp: Math.floor(Date.now() / 1000) + 3600, ...claims };
  return new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret));
}
