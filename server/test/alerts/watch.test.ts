import type { AlertEntry } from '@ticker/mongo';
import { CloseCode } from '@ticker/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AlertFeed } from '../../src/alerts/alert-feed.ts';
import { AlertLog } from '../../src/alerts/alert-log.ts';
import { type Grant, OPEN } from '../../src/auth/grant.ts';
import { Hub } from '../../src/hub/hub.ts';
import { Session } from '../../src/session/session.ts';
import { Tally } from '../../src/session/tally.ts';
import { Connection } from '../connection.ts';

// PROTOCOL.md, "watch": with a connection and a clock of the test's own. With the real app: watch-socket.test.ts.

let now: number;
let hub: Hub;
let feed: { -readonly [Name in keyof AlertFeed]: AlertFeed[Name] };
let connection: Connection;
let session: Session;
let made: number;

beforeEach(() => {
  now = 0;
  made = 0;
  hub = new Hub(100, 0, { now: () => now, after: (_ms, run) => run() });
  feed = { state: 'ready', unavailable: undefined, log: new AlertLog(200) };
  join(OPEN);
});

function join(grant: Grant, alerts: AlertFeed | undefined = feed): void {
  connection = new Connection();
  const context = { hub, process: 'test', now: () => now, exists: async () => false, alerts };
  session = new Session(context, connection, grant, new Tally('websocket'));
  connection.sent.length = 0;
}

function entry(owner: string | null = null): AlertEntry {
  const id = `a${made++}`;
  const tick = { id: `t${id}`, time: 0, ticker: 'PIP', price: 2 };
  return {
    id,
    rule: 'r',
    owner,
    ticker: 'PIP',
    condition: { type: 'above', price: 1 },
    note: '',
    tick,
    time: 0,
  };
}

function fire(count: number, owner: string | null = null): void {
  feed.log.take({ type: 'ticks', ticks: Array.from({ length: count }, () => entry(owner)), live: true });
}

function watch(id = 1): void {
  session.receive(JSON.stringify({ type: 'watch', id }));
}

/** What was sent, in short. */
function sent(): string[] {
  return connection.sent.splice(0).map((message) => {
    if (message.type === 'watching') {
      return `watching ${message.id} ${message.alerts.map(({ id }) => id).join()}`;
    }
    if (message.type === 'alert') return `alert ${message.alert.id}`;
    return message.type === 'error' ? `error ${message.id} ${message.code}` : message.type;
  });
}

describe('watch', () => {
  it('is answered by the newest alerts, and each that fires after them comes once', () => {
    fire(2);
    watch();
    expect(sent()).toEqual(['watching 1 a0,a1']);
    fire(2);
    expect(sent()).toEqual(['alert a2', 'alert a3']);
  });

  it('without it nothing comes', () => {
    fire(1);
    expect(sent()).toEqual([]);
  });

  it('again is answered as before, and doubles nothing after that', () => {
    watch(1);
    fire(1);
    watch(2);
    fire(1);
    expect(sent()).toEqual(['watching 1 ', 'alert a0', 'watching 2 a0', 'alert a1']);
  });

  it('a slow reader is sent what its connection takes, and the rest when it takes more', () => {
    watch();
    connection.writable = false;
    fire(3);
    expect(sent()).toEqual(['watching 1 ']);
    connection.writable = true;
    session.pump();
    expect(sent()).toEqual(['alert a0', 'alert a1', 'alert a2']);
  });

  it('one that has fallen behind by more than is kept is told so, with the newest', () => {
    watch();
    sent();
    connection.writable = false;
    fire(250);
    connection.writable = true;
    session.pump();
    const [first, ...rest] = sent();
    expect(first).toMatch(/^watching null a150,.*,a249$/);
    expect(rest).toEqual([]);
    fire(1);
    expect(sent()).toEqual(['alert a250']);
  });

  it('where the server may have missed some it says so', () => {
    watch();
    fire(1);
    sent();
    feed.log.take({ type: 'gap', recreated: false });
    expect(sent()).toEqual(['watching null a0']);
  });

  it('on a server without alerts is unavailable', () => {
    const context = { hub, process: 'test', now: () => now, exists: async () => false };
    session = new Session(context, connection, OPEN, new Tally('websocket'));
    connection.sent.length = 0;
    watch(5);
    expect(sent()).toEqual(['error 5 unavailable']);
  });

  it('while they can’t be had is unavailable, and may be asked again', () => {
    feed.state = 'unavailable';
    feed.unavailable = 'no right';
    watch(5);
    expect(connection.sent).toEqual([{ type: 'error', id: 5, code: 'unavailable', message: 'no right' }]);
    sent();
    feed.state = 'ready';
    feed.unavailable = undefined;
    watch(6);
    expect(sent()).toEqual(['watching 6 ']);
  });

  it('while they start waits until they have, and then has the past, not as news', () => {
    feed.state = 'starting';
    feed.unavailable = 'alerts are starting';
    watch(5);
    fire(2);
    expect(sent()).toEqual([]);
    watch(6);
    expect(sent()).toEqual(['error 6 too_many']);
    feed.state = 'ready';
    feed.unavailable = undefined;
    feed.log.wake();
    expect(sent()).toEqual(['watching 5 a0,a1']);
  });

  it('counts as subscribing, and one that is refused does not', () => {
    const silent = (ms: number): void => {
      for (const end = now + ms; now < end;) {
        now += 250;
        session.sweep();
      }
    };
    watch();
    silent(20_000);
    expect(connection.ended).toBeUndefined();
    now = 0;
    feed.state = 'unavailable';
    feed.unavailable = 'no right';
    join(OPEN);
    watch();
    silent(10_000);
    expect(connection.ended).toBe(CloseCode.SubscribeTimeout);
  });

  it('of a subject shows that subject’s', () => {
    join({ subject: 'alice', expiresAt: Infinity, tickers: '*' });
    fire(1, 'bob');
    fire(1, 'alice');
    watch();
    fire(1, 'bob');
    fire(1, null);
    fire(1, 'alice');
    expect(sent()).toEqual(['watching 1 a1', 'alert a4']);
  });

  it('ends with the connection', () => {
    watch();
    sent();
    session.close();
    fire(1);
    expect(sent()).toEqual([]);
  });

  it('goes beside a subscription', () => {
    watch();
    session.receive(JSON.stringify({ type: 'subscribe', id: 2, tickers: ['PIP'] }));
    sent();
    hub.append([{ id: 't1', time: 0, ticker: 'PIP', price: 1 }]);
    fire(1);
    expect(sent()).toEqual(['ticks', 'alert a0']);
  });
});
