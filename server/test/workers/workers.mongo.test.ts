import { CloseCode } from '@ticker/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { complaints } from '../metrics/conventions.ts';
import { Page } from '../metrics/page.ts';
import { RawClient } from '../raw-client.ts';
import { ServerProcess } from '../server-process.ts';
import type { Status } from '../../src/status.ts';
import { CrewStage, isAlive, workersOf } from './crew-stage.ts';

// The real server with two workers, on the real replica set.

let stage: CrewStage;

const open = async (): Promise<void> => {
  stage = await CrewStage.create(inject('uri'), 'test_workers');
};
const close = async (): Promise<void> => {
  await stage.close();
};

/** Asks by a connection of its own: the next one comes to the next worker. */
async function status({ url }: ServerProcess): Promise<Status> {
  const response = await fetch(`${url}/api/status`, { headers: { connection: 'close' } });
  return (await response.json()) as Status;
}

describe('Workers', () => {
  let server: ServerProcess;

  beforeAll(async () => {
    await open();
    server = await stage.start();
  });
  afterAll(close);

  it('say which one answers, and how many subscribers they have together', async () => {
    for (let n = 0; n < 5; n++) await stage.client(server.url);
    const answers = [await status(server), await status(server)];
    expect(answers.map(({ worker }) => worker?.number).toSorted()).toEqual([1, 2]);
    expect(answers).toMatchObject([
      { worker: { of: 2 }, subscribers: 5 },
      { worker: { of: 2 }, subscribers: 5 },
    ]);
  });

  it('share the port: sockets come to both, and each gets every tick', async () => {
    const clients = [await stage.client(server.url), await stage.client(server.url)];
    const ids = await stage.publish(50);
    for (const client of clients) await client.until(() => client.ids.length > 50);
    for (const client of clients) expect(client.ids).toEqual([stage.first, ...ids]);
    expect(new Set(clients.flatMap(({ processes }) => processes)).size).toBe(2);
  });

  it('read different secondaries, each with a cursor of its own', async () => {
    const members = [await status(server), await status(server)].map(({ tail }) => tail.member);
    expect(new Set(members).size).toBe(2);
  });

  it('let a client resume at the other one, nothing missing, nothing twice', async () => {
    const first = await RawClient.open(server.url);
    const { process } = await first.expect('welcome');
    first.send({ type: 'subscribe', id: 1, tickers: ['*'] });
    await first.expect('subscribed');
    await first.expect('snapshot');
    const before = await stage.publish(200);
    const had = (await first.ticks(200)).map(({ id }) => id);
    first.close();
    const missed = await stage.publish(100);
    const second = await RawClient.open(server.url);
    expect((await second.expect('welcome')).process).not.toBe(process);
    second.send({ type: 'subscribe', id: 1, tickers: ['*'], since: had });
    expect(await second.expect('subscribed')).toMatchObject({ resumed: true });
    const live = await stage.publish(1);
    expect(had).toEqual(before);
    expect((await second.ticks(101)).map(({ id }) => id)).toEqual([...missed, ...live]);
    second.close();
  });

  it('end with one line when the port is in use', async () => {
    const { port } = new URL(server.url);
    const { code, output } = await ServerProcess.failing({ ...stage.environment, PORT: port });
    expect(code).toBe(1);
    expect(output.trim()).toBe(
      `ticker: PORT ${port} is in use: stop the other program, or choose another PORT`,
    );
  });
});

describe('Workers that end', () => {
  beforeEach(open);
  afterEach(close);

  it(
    'are replaced when they die, and their clients come back and lose nothing',
    { timeout: 120_000 },
    async () => {
      const server = await stage.start();
      const clients = await Promise.all(Array.from({ length: 6 }, () => stage.client(server.url)));
      stage.keepPublishing();
      const before = workersOf(server);
      for (const pid of before) {
        process.kill(pid, 'SIGKILL');
        await vi.waitUntil(() => !isAlive(pid) && workersOf(server).length === 2, { timeout: 20_000 });
        // Until the new one serves, all connections come to the other one.
        await vi.waitUntil(
          async () => {
            const answers = [await status(server), await status(server)];
            return new Set(answers.map(({ worker }) => worker?.number)).size === 2;
          },
          { timeout: 20_000 },
        );
      }
      const ids = await stage.published();
      for (const client of clients) {
        await client.until(() => client.ids.at(-1) === ids.at(-1));
        expect(client.ids).toEqual([stage.first, ...ids]);
        expect(client.gaps).toBe(0);
      }
      expect(workersOf(server)).not.toEqual(expect.arrayContaining(before));
      expect(clients.every(({ processes }) => processes.length > 1)).toBe(true);
      expect(server.output).toContain('a worker ended: another takes its place');
    },
  );

  it('end on SIGTERM: each drains, says when to come back, closes with 1012, and all end with 0', async () => {
    const server = await stage.start();
    const clients = [await RawClient.open(server.url), await RawClient.open(server.url)];
    for (const client of clients) await client.expect('welcome');
    const workers = workersOf(server);
    const stopped = server.stop('SIGTERM');
    for (const client of clients) {
      await client.expect('shutdown');
      expect(await client.closed).toMatchObject({ code: CloseCode.Restart });
    }
    expect(await stopped).toBe(0);
    expect(workers.filter((pid) => isAlive(pid))).toEqual([]);
  });

  it('end at once when they are told so before they serve', async () => {
    const server = stage.launch();
    await vi.waitUntil(() => workersOf(server).length > 0, { timeout: 10_000, interval: 5 });
    const at = performance.now();
    expect(await server.stop('SIGTERM')).toBe(0);
    // Without a word it would be the 10 s after which whatever is left is killed.
    expect(performance.now() - at).toBeLessThan(5_000);
    expect(workersOf(server)).toEqual([]);
  });

  it("drain once on a terminal's Ctrl-C, which reaches them and the primary process", async () => {
    const server = await stage.start();
    // So many that the drain takes a while: the second word comes in the midst of it.
    const clients = await Promise.all(Array.from({ length: 100 }, () => RawClient.open(server.url)));
    for (const client of clients) await client.expect('welcome');
    for (const pid of workersOf(server)) process.kill(pid, 'SIGINT');
    const stopped = server.stop('SIGINT');
    for (const client of clients) expect(await client.closed).toMatchObject({ code: CloseCode.Restart });
    expect(await stopped).toBe(0);
  });

  it.each([
    ['is killed', (server: ServerProcess) => server.process.kill('SIGKILL')],
    ['has lost the program that started it', (server: ServerProcess) => server.process.disconnect()],
  ])('end when the primary process %s', async (_how, end) => {
    const server = await stage.start();
    const workers = workersOf(server);
    expect(workers).toHaveLength(2);
    end(server);
    await server.exited;
    await vi.waitUntil(() => workers.every((pid) => !isAlive(pid)), { timeout: 10_000 });
  });
});

describe('GET /metrics of workers', () => {
  beforeEach(open);
  afterEach(close);

  it('adds up what they did, and tells apart what each is', async () => {
    const server = await stage.start();
    const clients = await Promise.all(Array.from({ length: 5 }, () => stage.client(server.url)));
    await stage.publish(10);
    for (const client of clients) await client.until(() => client.ids.length === 11);
    const page = await Page.of(server.url);
    expect(complaints(page)).toEqual([]);
    expect(page.value('ticker_subscribers', { transport: 'websocket', mode: 'all' })).toBe(5);
    expect(page.value('ticker_sessions_opened_total', { transport: 'websocket' })).toBe(5);
    // Each worker handed each tick to sockets.
    expect(page.value('ticker_delivery_latency_seconds_count')).toBe(20);
    expect(page.value('ticker_delivery_latency_seconds_bucket', { le: '+Inf' })).toBe(20);
    for (const worker of ['1', '2']) {
      expect(page.value('ticker_ticks_received_total', { worker })).toBe(11);
      expect(page.value('ticker_tail_state', { worker, state: 'live' })).toBe(1);
      expect(page.value('ticker_process_resident_memory_bytes', { worker })).toBeGreaterThan(0);
    }
    expect(page.value('ticker_topic_ticks')).toBe(11);
  });

  it('tells of the topic as it is, and of the last that was heard of a worker that hangs', async () => {
    const server = await stage.start();
    const before = await Page.of(server.url);
    const [, hangs] = workersOf(server) as [number, number];
    process.kill(hangs, 'SIGSTOP');
    try {
      await stage.publish(10);
      // A connection that comes to the one that hangs gets no answer; the topic is asked once a second.
      const page = await vi.waitFor(
        async () => {
          const page = await Page.of(server.url, { connection: 'close' }, 6_000);
          expect(page.value('ticker_topic_ticks')).toBe(11);
          return page;
        },
        { timeout: 20_000 },
      );
      const workers = (name: string, from: Page): string[] => Object.keys(from.values(name)).toSorted();
      expect(workers('ticker_backlog_ticks', page)).toEqual(workers('ticker_backlog_ticks', before));
    } finally {
      process.kill(hangs, 'SIGCONT');
    }
  });

  it('never goes back when a worker dies', async () => {
    const server = await stage.start();
    const clients = await Promise.all(Array.from({ length: 4 }, () => stage.client(server.url)));
    await stage.publish(10);
    for (const client of clients) await client.until(() => client.ids.length === 11);
    const before = await Page.of(server.url);
    process.kill(workersOf(server)[0]!, 'SIGKILL');
    await Promise.race(clients.map((client) => client.until(() => client.processes.length === 2)));
    const after = await Page.of(server.url);
    for (const { name, labels, value } of before.samples) {
      const counted = before.types.get(name) === 'counter' || /_(count|sum|bucket)$/.test(name);
      if (counted && !('worker' in labels))
        expect(after.value(name, labels), name).toBeGreaterThanOrEqual(value);
    }
    expect(after.value('ticker_sessions_opened_total', { transport: 'websocket' })).toBeGreaterThan(4);
  });
});
