import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

// Plain JavaScript, which has no types for us.
const { makeSecrets } = await import(new URL('../image/secrets.mjs', import.meta.url).href);

const VOLUMES = ['admin', 'grafana', 'mongo', 'publisher', 'server', 'worker'];
const SECRETS = [
  'admin/keyfile',
  'admin/mongodb-password',
  'grafana/admin-password',
  'mongo/keyfile',
  'publisher/mongodb-password',
  'server/auth-secret',
  'server/mongodb-password',
  'worker/mongodb-password',
];

let folder: string;
// Whoever runs the tests may give a file to nobody else.
const self = process.getuid!();
const owner = { node: self, mongodb: self, grafana: self };

beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue();
  folder = mkdtempSync(join(tmpdir(), 'ticker-secrets-'));
  for (const volume of VOLUMES) mkdirSync(join(folder, volume));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

function contents(): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  return Object.fromEntries(
    names
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

it('makes each secret, which its owner alone may read and nobody may write', () => {
  expect(makeSecrets(folder, owner)).toBe(0);
  const made = contents();
  expect(Object.keys(made)).toEqual(SECRETS);
  for (const name of SECRETS) expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o400);
});

it('makes passwords of 256 bits, all different, and a key that mongod takes', () => {
  makeSecrets(folder, owner);
  const made = contents();
  const passwords = SECRETS.filter((name) => !name.endsWith('keyfile')).map((name) => made[name]!);
  expect(new Set(passwords).size).toBe(passwords.length);
  for (const password of passwords) expect(password).toMatch(/^[\w-]{43}$/);
  expect(made['mongo/keyfile']).toMatch(/^[A-Za-z0-9+/=]{6,1024}$/);
  expect(made['admin/keyfile']).toBe(made['mongo/keyfile']);
});

it('never overwrites one, not even one that somebody else has put there', () => {
  writeFileSync(join(folder, 'server/auth-secret'), 'my own\n');
  makeSecrets(folder, owner);
  const before = contents();
  expect(before['server/auth-secret']).toBe('my own\n');
  vi.mocked(console.log).mockClear();
  makeSecrets(folder, owner);
  expect(contents()).toEqual(before);
  expect(console.log).not.toHaveBeenCalled();
});

it('makes those that are missing, as after a start that was cut short: the key is the one of the members', () => {
  makeSecrets(folder, owner);
  const before = contents();
  for (const name of ['admin/keyfile', 'worker/mongodb-password']) rmSync(join(folder, name));
  makeSecrets(folder, owner);
  const { 'worker/mongodb-password': password, ...rest } = contents();
  const { 'worker/mongodb-password': old, ...others } = before;
  expect(rest).toEqual(others);
  expect(password).not.toBe(old);
});

it('goes on after a start that was cut short in the midst of a file, without writing into that', () => {
  const draft = join(folder, 'mongo/keyfile.draft');
  // It may even be open to others: they must not see the secret by it.
  writeFileSync(draft, 'hal', { mode: 0o644 });
  const open = openSync(draft, 'r');
  try {
    makeSecrets(folder, owner);
    expect(readFileSync(open, 'utf8')).toBe('hal');
  } finally {
    closeSync(open);
  }
  expect(existsSync(draft)).toBe(false);
  expect(statSync(join(folder, 'mongo/keyfile')).mode & 0o777).toBe(0o400);
});

it('refuses a key for init that is not the one of the members, and changes nothing', () => {
  makeSecrets(folder, owner);
  rmSync(join(folder, 'mongo/keyfile'));
  writeFileSync(join(folder, 'mongo/keyfile'), 'another');
  const before = contents();
  expect(() => makeSecrets(folder, owner)).toThrow(
    'the volumes mongo-secrets and admin-secrets hold different keys: remove the wrong one',
  );
  expect(contents()).toEqual(before);
});
