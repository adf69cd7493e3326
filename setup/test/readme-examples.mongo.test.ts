import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { ServerProcess } from '../../server/test/server-process.ts';
import { PackedPackages } from './packed-packages.ts';

// The examples in the packages' READMEs, run and typed against what would be published. Build first (npx tsc -b).

const uri = inject('uri');
const client = new MongoClient(uri);
const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));
let packages: PackedPackages;

beforeAll(async () => {
  await client.connect();
  await client.db('example').dropDatabase();
  packages = await PackedPackages.install();
});
afterAll(async () => {
  packages?.remove();
  await client.db('example').dropDatabase();
  await client.close();
});

/** The example of a README that holds that text, as a program. */
function example(name: string, holds: string): string {
  const code = packages.examples(name).find((code) => code.includes(holds));
  return code ?? expect.unreachable(`no example in the README of ${name} holds "${holds}"`);
}

test.each([
  ['@ticker/mongo', 'followTopic'],
  ['@ticker/mongo', 'queue.worker'],
  ['@ticker/mongo', 'ReplicaSet'],
  ['@ticker/protocol', 'CloseCode'],
  ['@ticker/feed', 'process.argv'],
  ['@ticker/feed', 'WebSocket }'],
])('%s: the example with %s is short, and right by its types', (name, holds) => {
  const code = example(name, holds);
  expect(code.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(15);
  const path = packages.write(`${holds}.mjs`, code);
  const options = ['--noEmit', '--allowJs', '--checkJs', '--strict', '--module', 'nodenext'];
  const more = ['--target', 'es2023', '--lib', 'es2023,dom', '--types', 'node', '--noImplicitAny', 'false'];
  const { stdout } = spawnSync(tsc, [...options, ...more, '--skipLibCheck', path], {
    cwd: packages.folder,
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
});

test.each(['@ticker/mongo', '@ticker/protocol', '@ticker/feed'])(
  '%s names what it imports, and nothing else',
  (name) => {
    const { imported, named } = packages.imports(name);
    expect(imported).toEqual(named);
  },
);

test('the topic: the example appends a tick, and follows the topic to it', async () => {
  const program = packages.run(packages.write('topic.mjs', example('@ticker/mongo', 'followTopic')), [], {
    MONGODB_URI: uri,
  });
  expect([await program.ended, program.output()]).toEqual([0, 'PIP 44.51\n']);
});

test('the queue: the example finishes its job, and ends by Ctrl-C', async () => {
  const program = packages.run(packages.write('queue.mjs', example('@ticker/mongo', 'queue.worker')), [], {
    MONGODB_URI: uri,
  });
  await vi.waitUntil(() => program.output() !== '', { timeout: 30_000 });
  expect(program.output()).toBe('attempt 1: /img/1.png\n');
  program.stop();
  expect([await program.ended, program.output()]).toEqual([0, 'attempt 1: /img/1.png\n']);
  const job = await client.db('example').collection('images').findOne({ key: 'image 1' });
  expect(job?.['endTime']).toBeInstanceOf(Date);
});

test('the protocol: the example receives a snapshot and ticks, and says why it was closed', async () => {
  await client.db('example').createCollection('socket', { capped: true, size: 65_536 });
  const insert = (price: number) =>
    client.db('example').collection('socket').insertOne({ time: new Date(), ticker: 'PIP', price });
  await insert(1);
  const server = await ServerProcess.start({ MONGODB_URI: uri, TOPIC: 'example.socket' });
  const path = packages.write('socket.mjs', example('@ticker/protocol', 'CloseCode'));
  const program = packages.run(path, [`${server.url.replace('http', 'ws')}/ws`], {});
  await vi.waitUntil(() => program.output().includes('price: 1'), { timeout: 30_000 });
  await insert(2);
  await vi.waitUntil(() => program.output().includes('price: 2'), { timeout: 30_000 });
  await server.stop();
  expect(await program.ended).toBe(0);
  expect(program.output()).toContain('the server stops: connect again\n');
});

test('the embedded set: without the package that downloads a mongod, it says so', async () => {
  const path = packages.write(
    'embedded.mjs',
    `import { findMongod } from '@ticker/mongo/embedded';
     const env = { PATH: ${JSON.stringify(packages.folder)}, TICKER_CACHE: ${JSON.stringify(packages.folder)} };
     await findMongod({ env }).catch((error) => console.log(error.message));`,
  );
  const program = packages.run(path, [], {});
  expect(await program.ended).toBe(0);
  expect(program.output()).toMatch(
    /MongoDB's download of .*: the package mongodb-memory-server-core is not installed;/,
  );
});
