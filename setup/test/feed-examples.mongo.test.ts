import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { ServerProcess } from '../../server/test/server-process.ts';
import { codeBlocks, PackedPackages } from './packed-packages.ts';

// The examples of docs/feed.md, as they are printed there, and those of the package's README, against a server and what
// would be published. Build first (npx tsc -b). The one for a page: e2e/journeys/feed-package.spec.ts.

const guide = fileURLToPath(new URL('../../docs/feed.md', import.meta.url));
const uri = inject('uri');
const DATABASE = 'feed-example';
const client = new MongoClient(uri);
const curl = spawnSync('curl', ['--version']).status === 0;
const patient = { timeout: 30_000 };

let packages: PackedPackages;
let server: ServerProcess;
let topic = '';
let price = 0;

beforeAll(async () => {
  await client.connect();
  packages = await PackedPackages.install();
});
afterAll(async () => {
  packages?.remove();
  await client.db(DATABASE).dropDatabase();
  await client.close();
});
beforeEach(async ({ task }) => {
  topic = task.id;
  price = 0;
  await client.db(DATABASE).createCollection(topic, { capped: true, size: 65_536 });
  await publish();
  server = await start();
});
afterEach(() => server?.stop());

/** A server that has the ticks there are. */
async function start(settings: Record<string, string> = {}): Promise<ServerProcess> {
  const started = await ServerProcess.start({
    MONGODB_URI: uri,
    TOPIC: `${DATABASE}.${topic}`,
    ...settings,
  });
  await expect
    .poll(async () => (await fetch(`${started.url}/api/ticks?ticker=PIP`)).text())
    .toContain('"price":1');
  return started;
}

/** Publishes one tick, dearer by one than the one before. */
async function publish(): Promise<void> {
  const time = new Date(1_732_190_400_000 + price);
  await client.db(DATABASE).collection(topic).insertOne({ time, ticker: 'PIP', price: ++price });
}

/** The only block of code of this language in the guide. */
function printed(language: string): string {
  const blocks = codeBlocks(guide, language);
  expect(blocks).toHaveLength(1);
  return blocks[0]!;
}

function socketUrl(): string {
  return `${server.url.replace('http', 'ws')}/ws`;
}

test('in Node: the past, then ticks as they are published; it ends by Ctrl-C', async () => {
  const code = printed('js');
  expect(code.split('\n').filter((line) => /^[^/]/.test(line.trim())).length).toBeLessThanOrEqual(20);
  const program = packages.run(packages.write('ticks.mjs', code), [], { TICKER_WS: socketUrl() });
  await vi.waitUntil(() => program.output().includes('PIP 1\n'), patient);
  await publish();
  await publish();
  await vi.waitUntil(() => program.output().includes('PIP 3\n'), patient);
  program.stop();
  expect(await program.ended).toBe(0);
  const lines = program.output().split('\n');
  expect(lines.filter((line) => line.includes('PIP'))).toEqual([
    '2024-11-21T12:00:00.000Z PIP 1',
    '2024-11-21T12:00:00.001Z PIP 2',
    '2024-11-21T12:00:00.002Z PIP 3',
  ]);
  expect(lines).toContain('connection: live');
  expect(lines.at(-2)).toBe('connection: idle');
});

test('in Node: after the server is started again it goes on where it was', async () => {
  const program = packages.run(packages.write('ticks.mjs', printed('js')), [], { TICKER_WS: socketUrl() });
  await vi.waitUntil(() => program.output().includes('PIP 1\n'), patient);
  const { port } = new URL(server.url);
  await server.stop();
  await publish();
  server = await start({ PORT: port });
  await vi.waitUntil(() => program.output().includes('PIP 2\n'), patient);
  program.stop();
  await program.ended;
  expect(program.output().match(/PIP \d/g)).toEqual(['PIP 1', 'PIP 2']);
  expect(program.output()).toContain('connection: reconnecting');
  expect(program.output()).not.toContain('missing');
});

test.each(['process.argv', 'WebSocket }'])("the README's example with %s prints ticks", async (holds) => {
  const code = packages.examples('@ticker/feed').find((text) => text.includes(holds))!;
  const program = packages.run(packages.write('readme.mjs', code), [socketUrl()], {});
  await vi.waitUntil(() => /(PIP |price: )1\b/.test(program.output()), patient);
  await publish();
  await vi.waitUntil(() => /(PIP |price: )2\b/.test(program.output()), patient);
  program.stop();
  expect(await program.ended).toBe(0);
});

test.skipIf(!curl)('with curl: a snapshot, then each tick as it is published', async () => {
  const child = spawn('sh', ['-c', `exec ${printed('sh')}`], {
    env: { PATH: process.env['PATH'], TICKER_URL: server.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    await vi.waitUntil(() => /^event: snapshot\ndata: .*"price":1\b/m.test(output), patient);
    await publish();
    await vi.waitUntil(() => /^event: tick\ndata: .*"price":2\b/m.test(output), patient);
  } finally {
    child.kill();
  }
});
