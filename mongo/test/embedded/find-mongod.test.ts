import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

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

test("MongoDB's own download comes before the wheel, is announced in one line, and is kept", async () => {
  const mirror = await serve(archive(fakeMongod('archive/mongodb/bin', '8.0.17')));
  const env = { ...unreachable(), MONGOMS_DOWNLOAD_MIRROR: mirror.url, MONGOMS_USE_HTTP: '1' };
  const path = join(folder, 'cache/mongodb-8.0.17/mongod');
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);

  expect(await findMongod({ env, log })).toEqual({ path, version: '8.0.17', env: {} });
  mirror.close();
  expect(await findMongod({ env, log })).toMatchObject({ path });
  expect(lines).toEqual([`Downloading MongoDB 8.0.17 (once, into ${join(folder, 'cache')}) …`]);
});

test('a mongod in the cache that was changed is replaced', async () => {
  const mirror = await serve(archive(fakeMongod('archive/mongodb/bin', '8.0.17')));
  const env = { ...unreachable(), MONGOMS_DOWNLOAD_MIRROR: mirror.url, MONGOMS_USE_HTTP: '1' };
  const { path } = await findMongod({ env });
  appendFileSync(path, '# changed');

  expect(await findMongod({ env })).toMatchObject({ path });
  mirror.close();

  expect(readFileSync(path, 'utf8')).not.toContain('changed');
  expect(readdirSync(join(folder, 'cache'))).toEqual(['mongodb-8.0.17']);
});

test('two searches at the same time do not disturb each other', async () => {
  const mirror = await serve(archive(fakeMongod('archive/mongodb/bin', '8.0.17')));
  const env = { ...unreachable(), MONGOMS_DOWNLOAD_MIRROR: mirror.url, MONGOMS_USE_HTTP: '1' };

  const found = await Promise.all([findMongod({ env }), findMongod({ env })]);
  mirror.close();

  expect(found[0]).toEqual(found[1]);
  expect(readdirSync(join(folder, 'cache'))).toEqual(['mongodb-8.0.17']);
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

/** What MongoDB offers: `bin/mongod` in a compressed archive. */
function archive(mongod: string): Buffer {
  const [bin, name] = [join(mongod, '..'), join(folder, 'archive.tgz')];
  execFileSync('tar', [
    '-czf',
    name,
    '-C',
    join(bin, '../..'),
    join(basename(join(bin, '..')), 'bin/mongod'),
  ]);
  return readFileSync(name);
}

/** A place that offers the archive under any name, with its MD5. */
async function serve(content: Buffer): Promise<{ url: string; close: () => void }> {
  const md5 = createHash('md5').update(content).digest('hex');
  const server = createServer((request, response) => {
    const body = request.url?.endsWith('.md5') ? Buffer.from(md5) : content;
    response.writeHead(200, { 'content-length': body.length }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
