import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type GenerateKeyPairResult,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVerifier, type Verify, type VerifierOptions } from '../../src/auth/verifier.ts';
import { SECRET, tokenOf } from './tokens.ts';

const NOW = Math.floor(Date.now() / 1000);
const folder = mkdtempSync(join(tmpdir(), 'ticker-jwks-'));
const jwksFile = join(folder, 'jwks.json');

let rsa: GenerateKeyPairResult;
let ec: GenerateKeyPairResult;

beforeAll(async () => {
  rsa = await generateKeyPair('RS256', { extractable: true });
  ec = await generateKeyPair('ES256', { extractable: true });
  const keys = [
    { ...(await exportJWK(rsa.publicKey)), kid: 'rsa', use: 'sig' },
    { ...(await exportJWK(ec.publicKey)), kid: 'ec', use: 'sig' },
    { kty: 'oct', kid: 'shared', k: Buffer.from(SECRET).toString('base64url') },
  ];
  writeFileSync(jwksFile, JSON.stringify({ keys }));
});

afterAll(() => rmSync(folder, { recursive: true }));

function verifier(options: Partial<VerifierOptions>): Verify {
  return createVerifier({
    secret: undefined,
    jwksFile: undefined,
    issuer: undefined,
    audience: undefined,
    ...options,
  })!;
}

async function signed(
  alg: string,
  { privateKey }: { privateKey: GenerateKeyPairResult['privateKey'] },
  header: object = {},
  claims: JWTPayload = {},
): Promise<string> {
  const payload = { sub: 'alice', exp: NOW + 3600, ...claims };
  return new SignJWT(payload).setProtectedHeader({ alg, ...header }).sign(privateKey);
}

/** A token made by hand: any header, and a signature by whatever key. */
function forged(header: object, signature: (input: string) => string): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const input = `${part(header)}.${part({ sub: 'mallory', exp: NOW + 3600 })}`;
  return `${input}.${signature(input)}`;
}

const hmac = (key: string | Buffer) => (input: string) =>
  createHmac('sha256', key).update(input).digest('base64url');

describe('A verifier', () => {
  it('is none where neither a secret nor keys are set: the server is open', () => {
    expect(verifier({})).toBeUndefined();
  });

  it('with a secret accepts HS256, and says who and until when', async () => {
    const token = await tokenOf({ exp: NOW + 60 });
    expect(await verifier({ secret: SECRET })(token)).toEqual({
      subject: 'alice',
      expiresAt: (NOW + 60) * 1000,
      tickers: '*',
    });
  });

  it.each(['RS256', 'ES256'])('with a file of keys accepts %s', async (alg) => {
    const token = await signed(alg, alg === 'RS256' ? rsa : ec);
    expect(await verifier({ jwksFile })(token)).toMatchObject({ subject: 'alice' });
  });

  it.each([
    [undefined, '*'],
    [['PIP', 'ACME'], new Set(['PIP', 'ACME'])],
    [['PIP', '*'], '*'],
    [[], new Set()],
  ])('reads the claim tickers %j', async (tickers, expected) => {
    const token = await tokenOf({ tickers });
    expect((await verifier({ secret: SECRET })(token)).tickers).toEqual(expected);
  });
});

describe('Refused is', () => {
  const cases: [what: string, options: Partial<VerifierOptions>, make: () => string | Promise<string>][] = [
    ['another secret', { secret: SECRET }, () => tokenOf({}, `${SECRET}!`)],
    ['alg none', { secret: SECRET, jwksFile }, () => forged({ alg: 'none' }, () => '')],
    ['alg None with a signature', { secret: SECRET }, () => forged({ alg: 'None' }, hmac(SECRET))],
    ['no alg', { secret: SECRET }, () => forged({}, hmac(SECRET))],
    ['HS512, although by the secret', { secret: SECRET }, () => forged({ alg: 'HS512' }, hmac(SECRET))],
    ['HS256 by the secret where only keys are set', { jwksFile }, () => tokenOf()],
    ['RS256 where only a secret is set', { secret: SECRET }, () => signed('RS256', rsa)],
    [
      'HS256 by the public key as text',
      { secret: SECRET, jwksFile },
      async () => forged({ alg: 'HS256', kid: 'rsa' }, hmac(await exportSPKI(rsa.publicKey))),
    ],
    [
      'HS256 by the public key as text, where only keys are set',
      { jwksFile },
      async () => forged({ alg: 'HS256', kid: 'rsa' }, hmac(await exportSPKI(rsa.publicKey))),
    ],
    [
      'a shared key in the file of public keys',
      { jwksFile },
      () => forged({ alg: 'HS256', kid: 'shared' }, hmac(SECRET)),
    ],
    [
      'RS384 by a key of the file',
      { jwksFile },
      async () => {
        const other = await crypto.subtle.importKey(
          'jwk',
          (await exportJWK(rsa.privateKey)) as JsonWebKey,
          { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-384' },
          false,
          ['sign'],
        );
        return signed('RS384', { privateKey: other });
      },
    ],
    [
      'a key that is not in the file',
      { jwksFile },
      async () => signed('RS256', await generateKeyPair('RS256')),
    ],
    ['a key id that is not in the file', { jwksFile }, () => signed('RS256', rsa, { kid: 'other' })],
    [
      'a key that the token brings itself',
      { jwksFile },
      async () => {
        const own = await generateKeyPair('RS256', { extractable: true });
        return signed('RS256', own, { jwk: await exportJWK(own.publicKey) });
      },
    ],
    [
      'ES256 said of an RSA signature',
      { jwksFile },
      async () =>
        (await signed('RS256', rsa)).replace(/^[^.]+/, Buffer.from('{"alg":"ES256"}').toString('base64url')),
    ],
    [
      'an extension that we do not know',
      { secret: SECRET },
      () => forged({ alg: 'HS256', crit: ['x'], x: 1 }, hmac(SECRET)),
    ],
    ['an expired one', { secret: SECRET }, () => tokenOf({ exp: NOW - 1 })],
    ['one without exp', { secret: SECRET }, () => tokenOf({ exp: undefined })],
    ['one without sub', { secret: SECRET }, () => tokenOf({ sub: undefined })],
    ['an empty sub', { secret: SECRET }, () => tokenOf({ sub: '' })],
    ['one that is not valid yet', { secret: SECRET }, () => tokenOf({ nbf: NOW + 60 })],
    ['tickers that are no list', { secret: SECRET }, () => tokenOf({ tickers: 'PIP' })],
    ['tickers null', { secret: SECRET }, () => tokenOf({ tickers: null })],
    ['tickers that are no names', { secret: SECRET }, () => tokenOf({ tickers: ['PIP', 7] })],
    [
      'more than 100 tickers',
      { secret: SECRET },
      () => tokenOf({ tickers: Array.from({ length: 101 }, (_, n) => `T${n}`) }),
    ],
    ['another issuer', { secret: SECRET, issuer: 'us' }, () => tokenOf({ iss: 'them' })],
    ['no issuer where one is asked for', { secret: SECRET, issuer: 'us' }, () => tokenOf()],
    ['another audience', { secret: SECRET, audience: 'ticker' }, () => tokenOf({ aud: 'billing' })],
    [
      'a payload that was changed',
      { secret: SECRET },
      async () =>
        (await tokenOf()).replace(
          /\.[^.]+\./,
          `.${Buffer.from(`{"sub":"mallory","exp":${NOW + 60}}`).toString('base64url')}.`,
        ),
    ],
    ['a signature cut off', { secret: SECRET }, async () => (await tokenOf()).replace(/[^.]+$/, '')],
    ['nothing', { secret: SECRET }, () => ''],
    ['no JWT', { secret: SECRET }, () => 'let me in'],
    [
      'an encrypted one',
      { secret: SECRET },
      () => `${Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url')}..a.b.c`,
    ],
  ];

  it.each(cases)('%s', async (_what, options, make) => {
    const token = await make();
    const refusal = verifier(options)(token);
    await expect(refusal).rejects.toMatchObject({ statusCode: 401, code: 'unauthorized' });
    const { message } = (await refusal.catch((error: unknown) => error)) as Error;
    for (const part of token.split('.').filter((part) => part.length > 8))
      expect(message).not.toContain(part);
  });
});

describe('A file of keys', () => {
  it.each([
    ['that is not there', undefined, 'AUTH_JWKS_FILE'],
    ['that is no JSON', '-----BEGIN PUBLIC KEY-----', 'AUTH_JWKS_FILE'],
    ['without a usable key', '{"keys":[{"kty":"oct","k":"AAAA"}]}', 'holds no RSA or EC key'],
  ])('%s ends the start with one line', (_what, text, expected) => {
    const path = join(folder, 'other.json');
    rmSync(path, { force: true });
    if (text !== undefined) writeFileSync(path, text);
    expect(() => verifier({ jwksFile: path })).toThrow(expected);
  });
});
