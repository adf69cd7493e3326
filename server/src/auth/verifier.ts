import { readFileSync } from 'node:fs';
import { EVERY_TICKER, isTicker, Limits } from '@ticker/protocol';
import {
  createLocalJWKSet,
  decodeProtectedHeader,
  errors,
  type JSONWebKeySet,
  jwtVerify,
  type JWTPayload,
} from 'jose';
import type { Grant } from './grant.ts';
import { Unauthorized } from './unauthorized.ts';

/** Reads a token. @throws Unauthorized */
export type Verify = (token: string) => Promise<Grant>;

export interface VerifierOptions {
  /** Key of HS256 (`AUTH_SECRET`). */
  readonly secret: string | undefined;
  /** File of the public keys of RS256 and ES256 (`AUTH_JWKS_FILE`), RFC 7517. */
  readonly jwksFile: string | undefined;
  /** What `iss` and `aud` must be, where set: a file of keys may be that of an issuer of tokens for many. */
  readonly issuer: string | undefined;
  readonly audience: string | undefined;
}

/**
 * Makes the check of tokens: JWT (RFC 7519) with `sub`, `exp`, and `tickers` where they limit what may be read.
 *
 * The kinds of keys stay apart, by the advice of RFC 8725, section 3.1: an HS256 token is only ever checked with the
 * secret, RS256 and ES256 only with the file's keys, and nothing else is accepted, `none` least of all.
 *
 * @returns undefined where neither a secret nor a file is set: the server is open
 * @throws Error of one line where the file can't be read as keys
 */
export function createVerifier({ secret, jwksFile, issuer, audience }: VerifierOptions): Verify | undefined {
  if (secret === undefined && jwksFile === undefined) return undefined;
  const options = {
    requiredClaims: ['sub', 'exp'],
    ...(issuer !== undefined && { issuer }),
    ...(audience !== undefined && { audience }),
  };
  const key = secret === undefined ? undefined : new TextEncoder().encode(secret);
  const keys = jwksFile === undefined ? undefined : createLocalJWKSet(readKeys(jwksFile));

  return async (token) => {
    try {
      const { alg } = decodeProtectedHeader(token);
      if (alg === 'HS256' && key) {
        return grantOf((await jwtVerify(token, key, { ...options, algorithms: ['HS256'] })).payload);
      }
      if ((alg === 'RS256' || alg === 'ES256') && keys) {
        return grantOf((await jwtVerify(token, keys, { ...options, algorithms: [alg] })).payload);
      }
      throw new Unauthorized('the token is signed by an algorithm that is not accepted here');
    } catch (error) {
      if (error instanceof Unauthorized) throw error;
      if (error instanceof errors.JWTExpired) throw new Unauthorized('the token has expired');
      if (error instanceof errors.JWTClaimValidationFailed) {
        throw new Unauthorized(`the token's claim "${error.claim}" is missing or wrong`);
      }
      throw new Unauthorized('the token is not valid');
    }
  };
}

/** A claim that we can't read allows nothing: it was meant to limit. */
function grantOf({ sub, exp, tickers }: JWTPayload): Grant {
  if (typeof sub !== 'string' || sub === '')
    throw new Unauthorized('the token\'s claim "sub" is missing or wrong');
  const grant = { subject: sub, expiresAt: Number(exp) * 1000 };
  if (tickers === undefined) return { ...grant, tickers: EVERY_TICKER };
  if (
    !Array.isArray(tickers) ||
    tickers.length > Limits.tickers ||
    !tickers.every((name) => name === EVERY_TICKER || isTicker(name))
  ) {
    throw new Unauthorized(`the token's claim "tickers" is no list of at most ${Limits.tickers} tickers`);
  }
  return { ...grant, tickers: tickers.includes(EVERY_TICKER) ? EVERY_TICKER : new Set<string>(tickers) };
}

function readKeys(path: string): JSONWebKeySet {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as Partial<JSONWebKeySet>;
    const usable = value.keys?.filter(({ kty }) => kty === 'RSA' || kty === 'EC') ?? [];
    if (usable.length > 0) return { keys: usable };
  } catch (cause) {
    throw new Error(`AUTH_JWKS_FILE can't be read as JSON: ${(cause as Error).message}`, { cause });
  }
  throw new Error(`AUTH_JWKS_FILE ${path} holds no RSA or EC key: it should be {"keys": [...]}`);
}
