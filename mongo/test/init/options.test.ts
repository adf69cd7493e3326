import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readInitOptions } from '../../src/init/options.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ticker-secrets-'));
  write('admin/keyfile', 'a2V5\nZmls\nZQ==\n');
  for (const user of ['admin', 'publisher', 'server', 'worker'])
    write(`${user}/mongodb-password`, `${user}'s own\n`);
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

function read(environment: Record<string, string> = {}): ReturnType<typeof readInitOptions> {
  return readInitOptions({ MEMBERS: 'a:27017,b:27018', SECRETS: folder, ...environment });
}

it('takes members, secrets, and the settings of npm run roles', () => {
  expect(read({ TOPIC: 'finance.else', CAPPED_MAX: '5' })).toMatchObject({
    members: ['a:27017', 'b:27018'],
    set: 'rs0',
    key: 'a2V5ZmlsZQ==',
    bounds: { name: 'finance.else', sizeBytes: 16_777_216, max: 5 },
    queue: 'work.queue',
  });
  expect([...read().passwords]).toEqual(
    ['admin', 'publisher', 'server', 'worker'].map((user) => [user, `${user}'s own`]),
  );
});

it.each([
  [{ MEMBERS: '' }, 'MEMBERS must list host:port of each member, not ""'],
  [{ MEMBERS: 'a,b:1' }, 'MEMBERS must list host:port of each member, not "a,b:1"'],
  [{ MEMBERS: 'mongodb://a:1' }, 'MEMBERS must list host:port of each member, not "mongodb://a:1"'],
  [{ TOPIC: 'ticker' }, /TOPIC.* not "ticker"/],
  [{ CAPPED_SIZE: 'much' }, /CAPPED_SIZE.* not "much"/],
])('refuses %o in one line', (environment, message) => {
  expect(() => read(environment)).toThrow(message);
});

it('takes members with white space between them', () => {
  expect(read({ MEMBERS: ' a:27017, b:27018 ' }).members).toEqual(['a:27017', 'b:27018']);
});

it('names a secret that is not there', () => {
  rmSync(join(folder, 'worker/mongodb-password'));
  expect(() => read()).toThrow(/^SECRETS has no worker\/mongodb-password that can be read: ENOENT/);
});

it.each(['admin/keyfile', 'server/mongodb-password'])('names an empty %s', (name) => {
  write(name, '\n');
  expect(() => read()).toThrow(`SECRETS has an empty ${name}`);
});
