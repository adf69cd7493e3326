import { setImmediate as nextTurn } from 'node:timers/promises';
import { CloseCode, type Standstill, type Tick } from '@ticker/protocol';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Hub } from '../src/hub/hub.ts';
import { OPEN } from '../src/auth/grant.ts';
import { Tally } from '../src/session/tally.ts';
import { Session } from '../src/session/session.ts';
import { Connection } from './connection.ts';

// What depends on time: a clock and a connection of the test's own, everything else is the real thing.

let now: number;
let hub: Hub;
let connection: Connection;
let session: Session;
let tally: Tally;
let made = 0;
let standstill: Standstill | undefined;

beforeEach(() => {
  now = 1_732_190_400_000;
  hub = new Hub(1_000, 0, { now: () => now, after: (_ms, run) => run() });
  connection = new Connection();
  tally = new Tally('websocket');
  standstill = undefined;
  session = new Session(
    { hub, process: 'test', now: () => now, exists: async () => false, standstill: () => standstill },
    connection,
    OPEN,
    tally,
  );
});

/** Lets the time pass, looked at every 250 ms as `Sessions` does. */
function pass(ms: number): void {
  for (const end = now + ms; now < end;) {
    now += 250;
    session.sweep();
  }
}

function subscribe(): void {
  session.receive(JSON.stringify({ type: 'subscribe', id: 1, tickers: ['PIP'] }));
  connection.sent.length = 0;
}

function publish(ticker = 'PIP'): Tick {
  const tick = { id: `t${made}`, time: now, ticker, price: made++ };
  hub.append([tick]);
  return tick;
}

describe('heartbeat', () => {
  it('comes after a second in which nothing else was sent', () => {
    subscribe();
    pass(750);
    expect(connection.sent).toEqual([]);
    pass(250);
    expect(connection.sent).toEqual([{ type: 'heartbeat', time: now, last: null }]);
  });

  it('says why no ticks come to the server, for as long as that is so', () => {
    subscribe();
    standstill = 'no_primary';
    pass(1_000);
    standstill = undefined;
    pass(1_000);
    expect(connection.sent).toEqual([
      { type: 'heartbeat', time: now - 1_000, last: null, standstill: 'no_primary' },
      { type: 'heartbeat', time: now, last: null },
    ]);
  });

  it('does not come while ticks do', () => {
    subscribe();
    for (let n = 0; n < 8; n++) {
      pass(500);
      publish();
    }
    expect(new Set(connection.sent.map(({ type }) => type))).toEqual(new Set(['ticks']));
  });

  it('names the newest tick of the whole topic, of another ticker too', () => {
    subscribe();
    const { id } = publish('ACME');
    pass(1_000);
    expect(connection.sent).toEqual([{ type: 'heartbeat', time: now, last: id }]);
  });

  it('is not piled up for a connection that takes nothing', () => {
    subscribe();
    connection.writable = false;
    pass(5_000);
    expect(connection.sent).toEqual([]);
  });
});

describe('Close codes', () => {
  it('4408 when nothing is subscribed in 10 s', () => {
    pass(9_750);
    expect(connection.ended).toBeUndefined();
    pass(250);
    expect(connection.ended).toBe(CloseCode.SubscribeTimeout);
  });

  it('4008 when no byte is taken for 10 s', () => {
    subscribe();
    connection.writable = false;
    pass(10_000);
    expect(connection.ended).toBe(CloseCode.Slow);
  });

  it('not while a slow reader still takes a byte now and then', () => {
    subscribe();
    connection.writable = false;
    for (let n = 0; n < 10; n++) {
      pass(9_000);
      connection.taken++;
    }
    expect(connection.ended).toBeUndefined();
  });
});

describe('Pings', () => {
  it('go out every 25 s, and one unanswered ends the connection', () => {
    subscribe();
    pass(25_000);
    expect(connection.pings).toBe(1);
    session.pong();
    pass(25_000);
    expect(connection.pings).toBe(2);
    expect(connection.ended).toBeUndefined();
    pass(25_000);
    expect(connection.ended).toBe('terminated');
  });
});

describe('Messages', () => {
  it('that came at once are answered a few at a time, in their order, with nothing else to wake the session', async () => {
    for (let id = 0; id < 10; id++)
      session.receive(JSON.stringify({ type: 'unsubscribe', id, tickers: ['PIP'] }));
    const answers = (): unknown[] =>
      connection.sent.flatMap((message) => (message.type === 'unsubscribed' ? [message.id] : []));
    expect(answers()).toEqual([0, 1, 2, 3]);
    expect(connection.paused).toBe(true);
    for (let turn = 0; turn < 3; turn++) await nextTurn();
    expect(answers()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(connection.paused).toBe(false);
  });
});

describe('Backpressure', () => {
  it('a connection that can take no more is neither read for nor read from', () => {
    subscribe();
    connection.writable = false;
    publish();
    expect(connection.sent).toEqual([]);
    expect(connection.paused).toBe(true);
    connection.writable = true;
    session.pump();
    expect(connection.sent).toHaveLength(1);
    expect(connection.paused).toBe(false);
  });

  it('in latest mode a slow reader gets the newest tick, and how many were skipped', () => {
    session.receive(JSON.stringify({ type: 'subscribe', id: 1, tickers: ['PIP'], mode: 'latest' }));
    connection.sent.length = 0;
    connection.writable = false;
    // More than the ring holds: still no gap, since nothing but the newest was wanted.
    let newest = publish();
    for (let n = 1; n < 5_000; n++) newest = publish();
    connection.writable = true;
    session.pump();
    expect(connection.sent).toEqual([{ type: 'ticks', ticks: [newest], conflated: 4_999 }]);
  });
});

describe('a resume that waits for a tick which is on its way', () => {
  it('is given up with the connection', async () => {
    const wait = vi.spyOn(hub, 'arrival');
    const waiting = new Session(
      { hub, process: 'test', now: () => now, exists: async () => true },
      connection,
      OPEN,
      tally,
    );
    const since = ['673f1a2b3c4d5e6f70819203'];
    waiting.receive(JSON.stringify({ type: 'subscribe', id: 1, tickers: ['PIP'], since }));
    await vi.waitFor(() => expect(wait).toHaveBeenCalledOnce());
    const signal = wait.mock.calls[0]![2];
    expect(signal.aborted).toBe(false);
    waiting.close();
    expect(signal.aborted).toBe(true);
  });
});

describe('a client that comes back to much', () => {
  it('gets it in turns, between which it is the others’ turn, whole and in order', async () => {
    const large = new Hub(5_000, 0, { now: () => now, after: (_ms, run) => run() });
    const context = { hub: large, process: 'test', now: () => now, exists: async () => true };
    const ticks = Array.from({ length: 3_500 }, (_, n) => ({
      id: `m${n}`,
      time: now,
      ticker: 'PIP',
      price: n,
    }));
    large.backlog.whole = true;
    large.append(ticks);
    const [back, other] = [new Connection(), new Connection()];
    const sessions = [back, other].map((one) => new Session(context, one, OPEN, tally));
    const prices = ({ sent }: Connection): number[] =>
      sent.flatMap((message) => (message.type === 'ticks' ? message.ticks.map(({ price }) => price) : []));
    const ask = { type: 'subscribe', id: 1, tickers: ['PIP'] };
    sessions[1]!.receive(JSON.stringify(ask));
    sessions[0]!.receive(JSON.stringify({ ...ask, since: [ticks[0]!.id] }));
    expect(prices(back)).toEqual(ticks.slice(1, 1_001).map(({ price }) => price));
    expect(back.paused).toBe(true);
    large.append([{ id: 'new', time: now, ticker: 'PIP', price: -1 }]);
    expect(prices(other)).toEqual([-1]);
    await vi.waitFor(() => expect(prices(back)).toHaveLength(3_500));
    expect(prices(back)).toEqual([...ticks.slice(1).map(({ price }) => price), -1]);
    expect(back.paused).toBe(false);
  });
});
