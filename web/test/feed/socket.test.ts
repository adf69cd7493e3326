import { expect, test } from 'vitest';
import type { Connection } from '../../src/feed/connection.ts';
import type { Delivery, FeedEvent } from '../../src/feed/event.ts';
import { type FeedOptions, startFeed } from '../../src/feed/socket.ts';
import { tick } from './driver.ts';

/** A socket whose other end is the test. */
class FakeSocket extends EventTarget {
  static readonly made: FakeSocket[] = [];
  readonly sent: unknown[] = [];
  closed = false;
  readonly url: string;
  readonly protocol: string;

  constructor(url: string, protocol: string) {
    super();
    this.url = url;
    this.protocol = protocol;
    FakeSocket.made.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.closed = true;
    // Browsers tell of it later; the worst is at once.
    this.hangUp(1000);
  }

  hangUp(code: number, reason = ''): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason }));
  }

  say(message: unknown): void {
    const data = typeof message === 'string' ? message : JSON.stringify(message);
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }

  answer(): void {
    this.dispatchEvent(new Event('open'));
    this.say({ type: 'subscribed', id: 1, tickers: ['*'], mode: 'all', resumed: false });
  }
}

function setUp(options: Partial<FeedOptions> & { WebSocket?: unknown; online?: boolean } = {}) {
  FakeSocket.made.length = 0;
  let now = 0;
  let timer: { at: number; callback: () => void } | undefined;
  let browserSays: ((event: FeedEvent) => void) | undefined;
  const deliveries: Delivery[] = [];
  const connections: Connection[] = [];
  const reports: unknown[] = [];
  const feed = startFeed({
    url: 'ws://test/ws',
    tickers: ['*'],
    history: 10,
    onDelivery: (delivery) => deliveries.push(delivery),
    onConnection: (connection) => connections.push(connection),
    surroundings: {
      WebSocket: (options.WebSocket ?? FakeSocket) as new (url: string) => WebSocket,
      now: () => now,
      random: () => 0.5,
      setTimer: (callback, ms) => {
        timer = { at: now + ms, callback };
        return () => (timer = undefined);
      },
      online: () => options.online ?? true,
      listen: (dispatch) => {
        browserSays = dispatch;
        return () => (browserSays = undefined);
      },
      report: (error) => reports.push(error),
    },
    ...options,
  });
  const advance = (ms: number): void => {
    const end = now + ms;
    for (let due = timer; due && due.at <= end; due = timer) {
      timer = undefined;
      now = Math.max(now, due.at);
      due.callback();
    }
    now = end;
  };
  return {
    feed,
    deliveries,
    connections,
    reports,
    advance,
    browserSays: (event: FeedEvent) => browserSays?.(event),
    listening: () => browserSays !== undefined,
  };
}

const socket = (): FakeSocket => FakeSocket.made.at(-1) as FakeSocket;
const statuses = (connections: readonly Connection[]): string[] => connections.map(({ status }) => status);

test('connects with the subprotocol, subscribes, hands on ticks, and says what it does', () => {
  const { deliveries, connections } = setUp();
  expect(socket()).toMatchObject({ url: 'ws://test/ws', protocol: 'ticker.v1.json' });
  socket().answer();
  socket().say({ type: 'ticks', ticks: [tick('a')], conflated: 0 });
  expect(socket().sent).toEqual([{ type: 'subscribe', id: 1, tickers: ['*'], mode: 'all', history: 10 }]);
  expect(deliveries).toEqual([{ type: 'ticks', ticks: [tick('a')] }]);
  expect(statuses(connections)).toEqual(['connecting', 'waiting', 'live']);
});

test('garbage neither throws nor is handed on', () => {
  const { deliveries, reports } = setUp();
  socket().answer();
  for (const text of ['{', 'null', '{"type":"ticks","ticks":7}', '{"type":"nobody knows"}'])
    socket().say(text);
  expect([deliveries, reports]).toEqual([[], []]);
});

test('the watchdog survives a page that fails to take a tick', () => {
  const failure = new Error('no');
  const { reports, connections, advance } = setUp({
    onDelivery: () => {
      throw failure;
    },
  });
  socket().answer();
  socket().say({ type: 'ticks', ticks: [tick('a')], conflated: 0 });
  advance(3000);
  expect(reports).toEqual([failure]);
  expect(statuses(connections).at(-1)).toBe('stale');
});

test('drops a silent socket before it opens another', () => {
  const { advance } = setUp();
  socket().answer();
  advance(6250);
  expect(FakeSocket.made.map(({ closed }) => closed)).toEqual([true, false]);
});

test('an address that the browser will not open is tried again later', () => {
  let tries = 0;
  // Called with `new`, as a class.
  function Forbidden(): never {
    tries++;
    throw new DOMException('no', 'SecurityError');
  }
  const { connections, advance } = setUp({ WebSocket: Forbidden });
  expect(statuses(connections)).toEqual(['connecting', 'reconnecting']);
  advance(250);
  expect(tries).toBe(2);
});

test('starts offline where the browser says so, and connects when it is back', () => {
  const { connections, browserSays } = setUp({ online: false });
  expect(statuses(connections).at(-1)).toBe('offline');
  browserSays({ type: 'online' });
  expect(statuses(connections).at(-1)).toBe('connecting');
});

test('retries at once when a person asks', () => {
  const { feed } = setUp();
  socket().hangUp(1006);
  expect(FakeSocket.made.length).toBe(1);
  feed.retryNow();
  expect(FakeSocket.made.length).toBe(2);
});

test('tells why the server sent it away', () => {
  const { connections } = setUp();
  socket().hangUp(4401, 'the token has expired');
  expect(connections.at(-1)).toEqual({ status: 'unauthorised', reason: 'the token has expired' });
});

test('a stopped feed leaves no socket and no timer, and listens to nothing', () => {
  const { feed, listening, advance } = setUp();
  socket().answer();
  feed.stop();
  advance(1e6);
  expect(listening()).toBe(false);
  expect(FakeSocket.made.map(({ closed }) => closed)).toEqual([true]);
});
