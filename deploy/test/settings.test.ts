import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const { fromFiles } = await import(new URL('../image/settings.mjs', import.meta.url).href);

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ticker-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function file(text: string): string {
  const path = join(folder, 'setting');
  writeFileSync(path, text);
  return path;
}

it('reads a setting from a file, without the line break at its end', () => {
  expect(fromFiles({ AUTH_SECRET_FILE: file('a secret\n') })).toEqual({ AUTH_SECRET: 'a secret' });
});

it('leaves alone what is in no file, and a name of a file that is empty', () => {
  expect(fromFiles({ MONGODB_URI: 'mongodb://a', AUTH_SECRET: 'x', AUTH_JWKS_FILE: '/keys' })).toEqual({});
  expect(fromFiles({ AUTH_SECRET_FILE: '', AUTH_SECRET: 'x' })).toEqual({});
});

it.each([
  ['mongodb://me@a:1,b:2/?replicaSet=rs0', 'mongodb://me:p%40ss%2Fw%3Ard%3F@a:1,b:2/?replicaSet=rs0'],
  ['mongodb+srv://some%40one@a/', 'mongodb+srv://some%40one:p%40ss%2Fw%3Ard%3F@a/'],
])('puts a password into %s, escaped', (uri, whole) => {
  expect(fromFiles({ MONGODB_URI: uri, MONGODB_PASSWORD_FILE: file('p@ss/w:rd?\n') })).toEqual({
    MONGODB_URI: whole,
  });
});

it('puts a password into a connection string that is in a file itself', () => {
  const uri = join(folder, 'uri');
  writeFileSync(uri, 'mongodb://me@a/\n');
  const env = { MONGODB_URI_FILE: uri, MONGODB_PASSWORD_FILE: file('secret') };
  expect(fromFiles(env)).toEqual({ MONGODB_URI: 'mongodb://me:secret@a/' });
});

it.each([[{ MONGODB_URI: 'mongodb://a/' }], [{ MONGODB_URI: 'mongodb://me:old@a/' }], [{}]])(
  'does not know where to put a password in %o, and does not tell what there is',
  (env) => {
    expect(() => fromFiles({ ...env, MONGODB_PASSWORD_FILE: file('secret') })).toThrow(
      /^MONGODB_PASSWORD_FILE needs a MONGODB_URI with a user and no password: mongodb:\/\/user@host$/,
    );
  },
);

it('names a file that is not there, and one that is empty', () => {
  const missing = join(folder, 'missing');
  expect(() => fromFiles({ AUTH_SECRET_FILE: missing })).toThrow(
    `AUTH_SECRET_FILE (${missing}) can't be read: ENOENT`,
  );
  const empty = file('\n');
  expect(() => fromFiles({ AUTH_SECRET_FILE: empty })).toThrow(`AUTH_SECRET_FILE (${empty}) is empty`);
});

it('refuses a setting that is said twice', () => {
  expect(() => fromFiles({ AUTH_SECRET: 'x', AUTH_SECRET_FILE: file('y') })).toThrow(
    'AUTH_SECRET and AUTH_SECRET_FILE are both set: leave one of them out',
  );
});
