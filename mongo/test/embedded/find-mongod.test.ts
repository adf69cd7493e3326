import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findMongod } from '@ticker/mongo/embedded';
import { afterEach, beforeEach, expect, test } from 'vitest';

const isWheelPlatform = process.platform === 'linux' && process.arch === 'x64';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ticker-test-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

test('MONGOD_BINARY comes before the mongod on PATH', async () => {
  const named = fakeMongod('named', '7.0.4');
  const onPath = fakeMongod('path', '8.0.1');

  expect(await findMongod({ env: { MONGOD_BINARY: named, PATH: join(onPath, '..') } })).toEqual({
    path: named,
    version: '7.0.4',
    env: {},
  });
});

test('the mongod on PATH comes before a download', async () => {
  const path = fakeMongod('path', '8.0.1');
  const env = { PATH: [join(folder, 'missing'), join(path, '..')].join(':'), TICKER_CACHE: folder };

  expect(await findMongod({ env })).toMatchObject({ path, version: '8.0.1' });
});

test('a MONGOD_BINARY that does not run is an error, not a reason to take another', async () => {
  const path = join(folder, 'nowhere');

  await expect(findMongod({ env: { MONGOD_BINARY: path } })).rejects.toThrow(
    `${path} (MONGOD_BINARY) does not run here: there is no ${path}`,
  );
});

test('a MONGOD_BINARY that is another program is an error', async () => {
  await expect(findMongod({ env: { MONGOD_BINARY: process.execPath } })).rejects.toThrow(
    `${process.execPath} (MONGOD_BINARY) is no mongod: its --version names no "db version"`,
  );
});

test('an intact mongod in the cache comes before a download', async () => {
  const path = fakeMongod('cache/mongodb-8.0.17', '8.0.17');
  const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
  writeFileSync(join(path, '../sha256.json'), JSON.stringify({ mongod: hash }));

  expect(await findMongod({ env: unreachable() })).toMatchObject({ path, version: '8.0.17' });
});

test('a mongod in the cache that was changed is not run', async () => {
  const path = fakeMongod('cache/mongodb-8.0.17', '8.0.17');
  writeFileSync(join(path, '../sha256.json'), JSON.stringify({ mongod: '0'.repeat(64) }));

  await expect(findMongod({ env: unreachable() })).rejects.toThrow('No mongod to be had.');
});

test('with no mongod to be had, one line says what was tried, and what to do', async () => {
  const old = fakeMongod('path', '4.4.30');

  await expect(findMongod({ env: { ...unreachable(), PATH: join(old, '..') } })).rejects.toThrow(
    'No mongod to be had. Tried MONGOD_BINARY: not set; ' +
      `mongod on PATH: ${old} (PATH) is MongoDB 4.4.30, too old: 6.0 or later is needed; ` +
      "MongoDB's download of 8.0.17: connect ECONNREFUSED 127.0.0.1:1; " +
      `the Python wheel of mongod 6.0.27: ${isWheelPlatform ? 'there is no python3' : 'it is for Linux x64 only'}. ` +
      'Install MongoDB 6.0 or later, or set MONGOD_BINARY to a mongod, or MONGODB_URI to a replica set.',
  );
});

/** An environment from which no download can succeed: MongoDB's is looked for where nobody listens, and there is no Python. */
function unreachable(): NodeJS.ProcessEnv {
  return {
    PATH: join(folder, 'empty'),
    TICKER_CACHE: join(folder, 'cache'),
    MONGOMS_DOWNLOAD_MIRROR: 'https://127.0.0.1:1',
  };
}

/** A script that answers `--version` as a mongod does. */
function fakeMongod(where: string, version: string): string {
  mkdirSync(join(folder, where), { recursive: true });
  const path = join(folder, where, 'mongod');
  writeFileSync(path, `#!/bin/sh\necho 'db version v${version}'\n`);
  chmodSync(path, 0o755);
  return path;
}
