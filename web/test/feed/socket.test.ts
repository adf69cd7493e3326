import { expect, test } from 'vitest';
import type { Connection } from '../../src/feed/connection.ts';
import type { Delivery, FeedEvent } from '../../src/feed/event.ts';
import { type FeedOptions, startFeed } from '../../src/feed/socket.ts';
import type { SocketClass } from '../../src/feed/surroundings.ts';
import { tick } from './driver.ts';

/** A socket whose other end is the test. */
class FakeSocket extends EventTarget {
  static readonly made: FakeSocket[] = [];
  readonly sent: unknown[] = [];
  closed = false;
  readonly url: string;
  readonly protocol: string | string[];

  constructor(url: string, protocol: string | string[]) {
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

function setUp(options: Partial<FeedOptions> & { online?: boolean; report?: (error: unknown) => void } = {}) {
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
      WebSocket: options.WebSocket ?? (FakeSocket as unknown as SocketClass),
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
      report: options.report ?? ((error) => void reports.push(error)),
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
    timed: () => timer !== undefined,
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
  expect(deliveries).toEqual([{ type: 'ticks', ticks: [tick('a')], conflated: 0 }]);
  expect(statuses(connections)).toEqual(['connecting', 'waiting', 'live']);
});

test('shows a token as the second subprotocol, another one at each try', () => {
  const tokens = ['first', 'second'];
  const { feed } = setUp({ token: () => tokens.shift() });
  expect(socket().protocol).toEqual(['ticker.v1.json', 'bearer.first']);
  socket().hangUp(4401);
  feed.retryNow();
  expect(socket().protocol).toEqual(['ticker.v1.json', 'bearer.second']);
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

test('a page that fails to show the state is told of the next one, and gets its ticks', () => {
  const failure = new Error('no');
  const shown: string[] = [];
  const { reports, deliveries } = setUp({
    onConnection: ({ status }) => {
      shown.push(status);
      throw failure;
    },
  });
  socket().answer();
  socket().say({ type: 'ticks', ticks: [tick('a')], conflated: 0 });
  expect(shown).toEqual(['connecting', 'waiting', 'live']);
  expect(deliveries).toHaveLength(1);
  expect(reports).toEqual([failure, failure, failure]);
});

test('a page that fails at alerts, or has no token to give, costs nothing else', () => {
  const failure = new Error('no');
  const fail = (): never => {
    throw failure;
  };
  const { reports, connections, advance } = setUp({ onAlerts: fail });
  socket().answer();
  socket().say({ type: 'error', id: 1, code: 'bad_request', message: 'no' });
  socket().say({ type: 'welcome', heartbeatMs: 1000 });
  socket().say({ type: 'error', id: 2, code: 'unavailable', message: 'they are starting' });
  socket().say({ type: 'ticks', ticks: [tick('a')], conflated: 0 });
  expect(reports).toEqual([failure]);
  advance(3000);
  expect(statuses(connections)).toEqual(['connecting', 'waiting', 'live', 'stale']);

  const second = setUp({ token: fail });
  second.advance(60_000);
  expect(second.reports.length).toBeGreaterThan(1);
});

test('goes on even where the report of a failure fails', () => {
  const fail = (): never => {
    throw new TypeError('Illegal invocation');
  };
  const { advance } = setUp({ onDelivery: fail, onConnection: fail, report: fail });
  socket().answer();
  socket().say({ type: 'ticks', ticks: [tick('a')], conflated: 0 });
  advance(6250);
  // The watchdog has given up the silent socket, and made another.
  expect(FakeSocket.made.map(({ closed }) => closed)).toEqual([true, false]);
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
  const { connections, advance } = setUp({ WebSocket: Forbidden as unknown as SocketClass });
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

test('changes tickers when the page wants others', () => {
  const { feed } = setUp({ tickers: ['PIP'] });
  socket().answer();
  feed.setTickers(['PIP', 'ACME']);
  expect(socket().sent.slice(1)).toMatchObject([{ type: 'subscribe', tickers: ['ACME'] }]);
});

test('asks for the mode it is given, and for another when the page wants that', () => {
  const { feed, deliveries } = setUp({ mode: 'latest' });
  socket().answer();
  expect(socket().sent.at(-1)).toMatchObject({ type: 'subscribe', mode: 'latest' });
  socket().say({ type: 'ticks', ticks: [tick('a')], conflated: 7 });
  expect(deliveries).toEqual([{ type: 'ticks', ticks: [tick('a')], conflated: 7 }]);
  feed.setMode('all');
  expect(socket().sent.at(-1)).toMatchObject({ type: 'subscribe', tickers: ['*'], mode: 'all' });
});

test('says that the server restarts while ticks still come, and no more once it has gone', () => {
  const { deliveries, connections } = setUp();
  socket().answer();
  socket().say({ type: 'shutdown', reconnectAfterMs: 900 });
  socket().say({ type: 'ticks', ticks: [tick('a')], conflated: 0 });
  expect(deliveries).toHaveLength(1);
  expect(connections.at(-1)).toEqual({ status: 'draining', backAt: 900 });
  socket().hangUp(1012);
  expect(connections.at(-1)).toMatchObject({ status: 'reconnecting', retryAt: 900 + 250 });
});

test('hands on what there is to say of alerts, and asks for them again when the page wants to', () => {
  const alerts: unknown[] = [];
  const { feed } = setUp({ onAlerts: (report) => alerts.push(report) });
  socket().answer();
  socket().say({ type: 'welcome', heartbeatMs: 1000 });
  expect(socket().sent.at(-1)).toEqual({ type: 'watch', id: 2 });
  socket().say({ type: 'error', id: 2, code: 'unavailable', message: 'they are starting' });
  expect(alerts).toEqual([{ type: 'off', reason: 'they are starting' }]);
  feed.watchAgain();
  expect(socket().sent.at(-1)).toEqual({ type: 'watch', id: 3 });
});

test('alerts are nothing to a page that does not take them', () => {
  const { reports } = setUp();
  socket().answer();
  socket().say({ type: 'welcome', heartbeatMs: 1000 });
  socket().say({ type: 'error', id: 2, code: 'unavailable', message: 'they are starting' });
  expect(reports).toEqual([]);
});

test('tells why the server sent it away', () => {
  const { connections } = setUp();
  socket().hangUp(4401, 'the token has expired');
  expect(connections.at(-1)).toEqual({ status: 'unauthorised', reason: 'the token has expired' });
});

test('a stopped feed leaves no socket and no timer, and listens to nothing', () => {
  const { feed, listening, timed, advance } = setUp();
  socket().answer();
  expect(timed()).toBe(true);
  feed.stop();
  expect(timed()).toBe(false);
  advance(1e6);
  expect(listening()).toBe(false);
  expect(FakeSocket.made.map(({ closed }) => closed)).toEqual([true]);
});

test('says that it is stale by itself, without another message', () => {
  const { connections, advance } = setUp();
  const last = (): Connection | undefined => connections.at(-1);
  const beat = (ms: number): void => {
    advance(ms);
    socket().say({ type: 'heartbeat', last: null });
  };
  socket().answer();
  socket().say({ type: 'ticks', ticks: [tick('a')], conflated: 0 });
  for (let n = 0; n < 9; n++) beat(500);
  advance(499);
  expect(last()).toMatchObject({ status: 'live' });
  advance(1);
  expect(last()).toMatchObject({ status: 'stale', why: 'quiet' });
  for (let n = 0; n < 40; n++) beat(500);
  advance(2499);
  expect(last()).toMatchObject({ status: 'stale', why: 'quiet' });
  advance(1);
  expect(last()).toMatchObject({ status: 'stale', why: 'silent' });
});
