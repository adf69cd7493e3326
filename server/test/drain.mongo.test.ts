import { setTimeout as delay } from 'node:timers/promises';
import { CloseCode } from '@ticker/protocol';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { ResumingClient } from './resuming-client.ts';
import { ResumingStream } from './resuming-stream.ts';
import { StreamClient, Upgraded } from './stream-client.ts';
import { CrewStage } from './workers/crew-stage.ts';

// What a crowd sees of a server that is told to end while ticks come, and of the one that it goes on at: ARCHITECTURE.md,
// invariant 9.

const SOCKETS = 160;
const STREAMS = 40;
/** They read a ticker without ticks: the drain takes as long as it does with more than that. */
const QUIET = 200;
const CROWD = SOCKETS + STREAMS + QUIET;
/** Of publications, and of questions. */
const PACE_MS = 50;
const HANDSHAKE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};
const UNLIMITED = { CONNECTIONS_PER_ADDRESS: '0', REQUESTS_PER_MINUTE: '0' };

describe.each([
  ['one process', '1'],
  ['two workers', '2'],
])('A server of %s on SIGTERM', (_processes, WORKERS) => {
  let stage: CrewStage;
  let sockets: ResumingClient[];
  let streams: ResumingStream[];
  const quiet: StreamClient[] = [];
  /** What those were answered who came until its end, and whether each of its processes had told a client before. */
  let answers: (Answers & { readonly told: boolean })[];
  /** When it was told to end, by `performance.now()`. */
  let at: number;
  let exit: { code: number | null; ms: number };
  let published: string[];

  beforeAll(async () => {
    stage = await CrewStage.create(inject('uri'), `test_drain_${WORKERS}`);
    const first = await stage.start({ ...UNLIMITED, WORKERS });
    const second = await stage.start({ ...UNLIMITED, WORKERS: '1' });
    const urls = [first.url, second.url];
    sockets = await Promise.all(Array.from({ length: SOCKETS }, () => stage.client(...urls)));
    streams = Array.from({ length: STREAMS }, () => new ResumingStream(...urls));
    const opening = Array.from({ length: QUIET }, () =>
      StreamClient.open(`${first.url}/api/stream?ticker=NONE`),
    );
    quiet.push(...(await Promise.all(opening)));
    await vi.waitUntil(() => streams.every(({ ids }) => ids.size > 0), { timeout: 20_000 });
    stage.keepPublishing(PACE_MS);
    await Promise.all(sockets.map((client) => client.until(() => client.ids.length > 10)));

    at = performance.now();
    const exited = first.stop('SIGTERM').then((code) => ({ code, ms: performance.now() - at }));
    const asked: Promise<Answers & { readonly told: boolean }>[] = [];
    while (first.process.exitCode === null && first.process.signalCode === null) {
      const leaving = sockets.filter(({ farewells }) => farewells.length > 0);
      const told = new Set(leaving.map(({ processes }) => processes[0])).size === Number(WORKERS);
      asked.push(ask(first.url).then((answer) => ({ ...answer, told })));
      await delay(PACE_MS);
    }
    answers = await Promise.all(asked);
    // A publication of after the end of the first can have come from the second alone.
    exit = await exited;
    const [mark = ''] = await stage.publish(1);
    await vi.waitUntil(
      () => sockets.every(({ ids }) => ids.includes(mark)) && streams.every(({ ids }) => ids.has(mark)),
      { timeout: 20_000, interval: 5 },
    );
    published = await stage.published();
    // The mark may stand before the last of these, or after it.
    const last = published.at(-1)!;
    await Promise.all(sockets.map((client) => client.until(() => client.ids.includes(last))));
    await vi.waitUntil(() => streams.every(({ ids }) => ids.has(last)), { timeout: 20_000 });
    published.push(mark);
  }, 120_000);
  afterAll(async () => {
    for (const stream of [...(streams ?? []), ...quiet]) stream.close();
    await stage?.close();
  });

  it('is ready no more while its clients are still there, and lets nobody in', () => {
    for (const kind of ['ready', 'socket', 'stream'] as const) {
      const given = new Set(answers.filter(({ told }) => told).map((answer) => answer[kind]));
      expect(given.size).toBeGreaterThan(0);
      // At last nobody listens any more; on a busy machine that may be all that is seen.
      for (const answer of given) expect(['503 draining', 'gone']).toContain(answer);
    }
  });

  it('tells every client when to come back, and closes sockets with 1012', () => {
    for (const { farewells } of sockets) expect(farewells).toMatchObject([{ code: CloseCode.Restart }]);
    for (const { farewells } of streams) expect(farewells).toHaveLength(1);
  });

  it('has them come back at times that are spread, after the drain, and soon enough to be live within 5 s', () => {
    const times = [...sockets, ...streams].map(({ farewells: [farewell] }) =>
      Math.floor(farewell!.at - at + farewell!.reconnectAfterMs),
    );
    // Our feed adds up to half a second. That they are live by then: `npm run test:faults -- --fault drained-server`.
    expect(Math.max(...times)).toBeLessThan(4_500);
    // Of so many a dozen come in each tenth of a second; by one time for all it would be everybody.
    const tenths = times.map((ms) => times.filter((other) => other >= ms && other < ms + 100).length);
    expect(Math.max(...tenths)).toBeLessThan(50);
    // The drain takes 4 ms a client, and the system shares them out as it likes.
    expect(Math.min(...times)).toBeGreaterThan(CROWD / Number(WORKERS));
  });

  it('ends with 0 within 10 s', () => {
    expect(exit.code).toBe(0);
    expect(exit.ms).toBeLessThan(10_000);
  });

  it('has all of them live at the other one, nothing missing and nothing twice', () => {
    for (const { ids, gaps, processes } of sockets) {
      expect(ids.toSorted()).toEqual([stage.first, ...published].toSorted());
      expect(gaps).toBe(0);
      expect(processes).toHaveLength(2);
    }
    for (const { ids, gaps, statuses } of streams) {
      expect([...ids].toSorted()).toEqual([stage.first, ...published].toSorted());
      expect(gaps).toBe(0);
      expect(statuses).toEqual([200, 200]);
    }
  });
});

interface Answers {
  readonly ready: string;
  readonly socket: string;
  readonly stream: string;
}

/** By connections of their own: with workers the next one comes to the next. */
async function ask(url: string): Promise<Answers> {
  const get = async (path: string, headers: Record<string, string> = {}): Promise<string> => {
    try {
      const client = await StreamClient.open(`${url}${path}`, headers);
      if (client.status === 200) client.close();
      await client.ended;
      return `${client.status} ${/"code":"(\w+)"/.exec(client.text)?.[1]}`;
    } catch (error) {
      return error instanceof Upgraded ? 'let in' : 'gone';
    }
  };
  const [ready, socket, stream] = await Promise.all([
    get('/readyz'),
    get('/ws', HANDSHAKE),
    get('/api/stream'),
  ]);
  return { ready, socket, stream };
}
