import { setImmediate as nextTurn } from 'node:timers/promises';
import { CloseCode, Limits, type ServerMessage, type Tick } from '@ticker/protocol';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Grant, OPEN } from '../../src/auth/grant.ts';
import { Hub } from '../../src/hub/hub.ts';
import { Session } from '../../src/session/session.ts';
import { Tally } from '../../src/session/tally.ts';
import { Connection } from '../connection.ts';

// What a session answers, with a connection and a clock of the test's own. On real sockets: server/test/protocol.test.ts.

const START = 1_732_190_400_000;

let now: number;
let hub: Hub;
let exists: (id: string) => Promise<boolean | undefined>;
let connection: Connection;
let session: Session;
let tally: Tally;
let made: number;

beforeEach(() => {
  now = START;
  made = 0;
  hub = new Hub(1_000, 0, { now: () => now, after: (_ms, run) => run() });
  hub.backlog.whole = true;
  exists = async () => false;
  join(OPEN);
});

function join(grant: Grant): void {
  connection = new Connection();
  tally = new Tally('websocket');
  const context = { hub, process: 'p1', now: () => now, exists: (id: string) => exists(id) };
  session = new Session(context, connection, grant, tally);
}

const limited = (tickers: readonly string[], expiresAt = Infinity): Grant => ({
  subject: 'me',
  expiresAt,
  tickers: new Set(tickers),
});

function ask(message: object): void {
  session.receive(JSON.stringify(message));
}

/** What was sent since it was last asked. */
function sent(): ServerMessage[] {
  return connection.sent.splice(0);
}

/** Lets the time pass, looked at every 250 ms as `Sessions` does. */
function pass(ms: number): void {
  for (const end = now + ms; now < end; session.sweep()) now += 250;
}

function publish(count = 1, ticker = 'PIP'): Tick[] {
  const ticks = Array.from({ length: count }, () => ({ id: `t${made}`, time: now, ticker, price: made++ }));
  hub.append(ticks);
  return ticks;
}

describe('welcome', () => {
  it('is what a session begins with', () => {
    expect(sent()).toEqual([
      {
        type: 'welcome',
        version: '1',
        process: 'p1',
        time: START,
        heartbeatMs: 1_000,
        limits: {
          history: 1_000,
          since: 256,
          tickers: 100,
          messageBytes: 16_384,
          messageBurst: 100,
          messagesPerSecond: 10,
        },
      },
    ]);
    expect([tally.opened, hub.subscribers]).toEqual([1, 1]);
  });
});

describe('subscribe', () => {
  beforeEach(() => void sent());

  it('is answered by what is subscribed, all of it unless told, and a snapshot, empty unless told', () => {
    publish(3);
    ask({ type: 'subscribe', id: 7, tickers: ['PIP', 'PIP'] });
    expect(sent()).toEqual([
      { type: 'subscribed', id: 7, tickers: ['PIP'], mode: 'all', resumed: false },
      { type: 'snapshot', id: 7, ticks: [] },
    ]);
    const [tick] = publish();
    expect(sent()).toEqual([{ type: 'ticks', ticks: [tick], conflated: 0 }]);
  });

  it('has the mode and the history that were asked for', () => {
    const ticks = publish(3);
    ask({ type: 'subscribe', id: 8, tickers: ['*'], mode: 'latest', history: 2 });
    expect(sent()).toEqual([
      { type: 'subscribed', id: 8, tickers: ['*'], mode: 'latest', resumed: false },
      { type: 'snapshot', id: 8, ticks: ticks.slice(1) },
    ]);
  });

  it('shows in the mode of the session', () => {
    expect(session.mode).toBeUndefined();
    ask({ type: 'subscribe', id: 1, tickers: ['PIP'] });
    expect(session.mode).toBe('all');
    ask({ type: 'subscribe', id: 2, tickers: ['ACME'], mode: 'latest' });
    expect(session.mode).toBe('mixed');
    ask({ type: 'unsubscribe', id: 3, tickers: ['PIP'] });
    expect(session.mode).toBe('latest');
  });

  it('to a hundred tickers is granted, to one more it is not', () => {
    const names = Array.from({ length: Limits.tickers }, (_, n) => `T${n}`);
    ask({ type: 'subscribe', id: 1, tickers: names });
    sent();
    ask({ type: 'subscribe', id: 2, tickers: ['PIP'] });
    expect(sent()).toEqual([
      {
        type: 'error',
        id: 2,
        code: 'too_many',
        message: 'a connection can subscribe to at most 100 tickers',
      },
    ]);
    ask({ type: 'subscribe', id: 3, tickers: ['T7'] });
    expect(sent()[0]).toMatchObject({ type: 'subscribed', id: 3 });
  });

  it('to what may not be read is refused, and counted; "*" is what may be read', () => {
    join(limited(['PIP']));
    sent();
    ask({ type: 'subscribe', id: 1, tickers: ['ACME'] });
    expect(sent()).toEqual([
      { type: 'error', id: 1, code: 'forbidden', message: 'the token does not allow ACME' },
    ]);
    expect(tally.forbidden).toBe(1);
    ask({ type: 'subscribe', id: 2, tickers: ['*'] });
    expect(sent()[0]).toMatchObject({ type: 'subscribed', tickers: ['PIP'] });
  });
});

describe('since', () => {
  beforeEach(() => void sent());

  it('goes on after the last of the ids, with or without a list', () => {
    const ticks = publish(4);
    ask({ type: 'subscribe', id: 1, tickers: ['PIP'], since: ['t0', 't1'] });
    expect(sent()).toEqual([
      { type: 'subscribed', id: 1, tickers: ['PIP'], mode: 'all', resumed: true },
      { type: 'ticks', ticks: ticks.slice(2), conflated: 0 },
    ]);
    expect(tally.gaps.size).toBe(0);
    join(OPEN);
    sent();
    ask({ type: 'subscribe', id: 1, tickers: ['PIP'], since: 't3' });
    expect(sent()[0]).toMatchObject({ resumed: true });
  });

  it('with nothing that is held is answered by a gap and a snapshot, and counted', async () => {
    publish(2);
    ask({ type: 'subscribe', id: 1, tickers: ['PIP'], since: ['gone'], history: 1 });
    expect(sent()).toEqual([]);
    await nextTurn();
    expect(sent()).toEqual([
      { type: 'subscribed', id: 1, tickers: ['PIP'], mode: 'all', resumed: false },
      { type: 'gap', reason: 'history_exceeded', missed: null },
      { type: 'snapshot', id: 1, ticks: [{ id: 't1', time: now, ticker: 'PIP', price: 1 }] },
    ]);
    expect([...tally.gaps]).toEqual([['history_exceeded', 1]]);
  });

  it('with one that is on its way waits for it, and what comes behind it waits too', async () => {
    exists = async () => true;
    publish(1);
    ask({ type: 'subscribe', id: 1, tickers: ['PIP'], since: ['t0', 't1'] });
    ask({ type: 'unsubscribe', id: 2, tickers: ['ACME'] });
    await nextTurn();
    expect(sent()).toEqual([]);
    expect(connection.paused).toBe(true);
    publish(2);
    await nextTurn();
    expect(sent()).toEqual([
      { type: 'subscribed', id: 1, tickers: ['PIP'], mode: 'all', resumed: true },
      { type: 'ticks', ticks: [{ id: 't2', time: now, ticker: 'PIP', price: 2 }], conflated: 0 },
      { type: 'unsubscribed', id: 2, tickers: ['ACME'] },
    ]);
    expect(connection.paused).toBe(false);
  });

  it('with one of another ticker than may be read is as with one that is not there', async () => {
    publish(1, 'ACME');
    publish(1);
    join(limited(['PIP']));
    sent();
    ask({ type: 'subscribe', id: 1, tickers: ['PIP'], since: ['t0'] });
    await nextTurn();
    expect(sent().slice(0, 2)).toMatchObject([{ resumed: false }, { reason: 'history_exceeded' }]);
    ask({ type: 'subscribe', id: 2, tickers: ['PIP'], since: ['t0', 't1'] });
    expect(sent()[0]).toMatchObject({ resumed: true });
  });

  it('is not answered once the client has gone', async () => {
    exists = async () => true;
    ask({ type: 'subscribe', id: 1, tickers: ['PIP'], since: ['t0'] });
    session.close();
    publish();
    await nextTurn();
    expect(sent()).toEqual([]);
    expect(hub.subscribers).toBe(0);
  });
});

describe('unsubscribe', () => {
  beforeEach(() => void sent());

  it('is answered, and ends the ticks', () => {
    ask({ type: 'subscribe', id: 1, tickers: ['PIP', 'ACME'] });
    sent();
    ask({ type: 'unsubscribe', id: 2, tickers: ['PIP'] });
    expect(sent()).toEqual([{ type: 'unsubscribed', id: 2, tickers: ['PIP'] }]);
    publish();
    expect(sent()).toEqual([]);
  });

  it('of a name out of "*" is a bad request, of "*" is not', () => {
    ask({ type: 'subscribe', id: 1, tickers: ['*'] });
    sent();
    ask({ type: 'unsubscribe', id: 2, tickers: ['PIP'] });
    expect(sent()).toEqual([
      {
        type: 'error',
        id: 2,
        code: 'bad_request',
        message: 'a name cannot be taken out of "*": unsubscribe "*", then subscribe names',
      },
    ]);
    ask({ type: 'unsubscribe', id: 3, tickers: ['*'] });
    expect(sent()).toEqual([{ type: 'unsubscribed', id: 3, tickers: ['*'] }]);
  });
});

describe('gap', () => {
  it('is told, counted, and followed by a snapshot that answers nobody', () => {
    ask({ type: 'subscribe', id: 1, tickers: ['PIP'] });
    publish();
    sent();
    hub.gap(false);
    publish();
    expect(sent().slice(0, 2)).toEqual([
      { type: 'gap', reason: 'upstream', missed: null },
      { type: 'snapshot', id: null, ticks: [] },
    ]);
    expect([...tally.gaps]).toEqual([['upstream', 1]]);
  });

  it('of a reader that the ring has overtaken says how many it missed, and brings what is held', () => {
    ask({ type: 'subscribe', id: 1, tickers: ['PIP'], history: 2 });
    sent();
    connection.writable = false;
    publish(600);
    const ticks = publish(600);
    connection.writable = true;
    session.pump();
    expect(sent()).toEqual([
      { type: 'gap', reason: 'slow_consumer', missed: 1_198 },
      { type: 'snapshot', id: null, ticks: ticks.slice(-2) },
    ]);
  });
});

describe('A message that is none', () => {
  beforeEach(() => void sent());

  it.each([
    ['{', null, 'not JSON'],
    ['7', null, 'not a JSON object'],
    ['null', null, 'not a JSON object'],
    ['[]', null, 'not a JSON object'],
    ['{"id":3}', 3, 'type must be "subscribe", "unsubscribe" or "watch"'],
    ['{"type":"publish","id":0}', 0, 'type must be "subscribe", "unsubscribe" or "watch"'],
    ['{"type":"publish","id":-1}', null, 'type must be "subscribe", "unsubscribe" or "watch"'],
    ['{"type":"publish","id":0.5}', null, 'type must be "subscribe", "unsubscribe" or "watch"'],
    ['{"type":"publish","id":"3"}', null, 'type must be "subscribe", "unsubscribe" or "watch"'],
  ])('%s is answered by what is wrong with it, and its id where it has one', (text, id, message) => {
    session.receive(text);
    expect(sent()).toEqual([{ type: 'error', id, code: 'bad_request', message }]);
    expect(tally.badMessages).toBe(1);
  });

  it.each([
    [{ type: 'subscribe', id: 1, tickers: ['PIP'], history: -1 }, /^history /],
    [{ type: 'subscribe', id: 1, tickers: ['PIP', 'a b'] }, /^tickers\.1 /],
    [{ type: 'unsubscribe', id: 1 }, /^must .*tickers/],
  ])('%o is told by the field that is wrong', (message, told) => {
    ask(message);
    expect(sent()).toEqual([
      { type: 'error', id: 1, code: 'bad_request', message: expect.stringMatching(told) },
    ]);
  });

  it('ends the connection when it is the fifth; what comes then is not even counted', async () => {
    for (let n = 1; n < Limits.badMessages; n++) session.receive('{');
    await nextTurn();
    expect(connection.ended).toBeUndefined();
    session.receive('{');
    expect([connection.ended, connection.reason]).toEqual([CloseCode.BadMessages, 'too many bad messages']);
    session.receive('{');
    session.badMessage({ id: null, message: 'binary' });
    expect(tally.badMessages).toBe(Limits.badMessages);
    expect([...tally.closes]).toEqual([[CloseCode.BadMessages, 1]]);
    expect(hub.subscribers).toBe(0);
  });
});

describe('Too many messages', () => {
  it('end the connection, which is not read from any more; control frames count', () => {
    for (let n = 0; n < Limits.messageBurst; n++) session.control();
    expect(connection.ended).toBeUndefined();
    session.pong();
    expect([connection.ended, connection.reason]).toEqual([CloseCode.TooMany, 'too many messages']);
    expect(connection.flooded).toBe(true);
    session.control();
    expect([...tally.closes]).toEqual([[CloseCode.TooMany, 1]]);
  });

  it('are fewer where they come slowly', () => {
    for (let n = 0; n < 3 * Limits.messageBurst; n++) {
      now += 1_000 / Limits.messagesPerSecond;
      session.control();
    }
    expect(connection.ended).toBeUndefined();
    // A clock that is set back takes nothing away.
    now -= 1_000_000;
    for (let n = 0; n < Limits.messageBurst - 1; n++) session.control();
    expect(connection.ended).toBeUndefined();
  });
});

describe('The end of a session', () => {
  it('is when its token expires', () => {
    join(limited(['PIP'], START + 500));
    now += 499;
    session.sweep();
    expect(connection.ended).toBeUndefined();
    now += 1;
    session.sweep();
    expect([connection.ended, connection.reason]).toEqual([CloseCode.Unauthorized, 'the token has expired']);
  });

  it('is told when the process stops, with when to come back', () => {
    sent();
    session.shutdown(700);
    expect(sent()).toEqual([{ type: 'shutdown', reconnectAfterMs: 700 }]);
    expect([connection.ended, connection.reason]).toEqual([CloseCode.Restart, 'the server restarts']);
    expect([...tally.closes]).toEqual([[CloseCode.Restart, 1]]);
    expect(connection.flooded).toBe(false);
  });

  it('says why to a client that does nothing', () => {
    pass(10_000);
    expect([connection.ended, connection.reason]).toEqual([
      CloseCode.SubscribeTimeout,
      'nothing was subscribed in 10 s',
    ]);
  });

  it('says why to a client that takes nothing, 10 s after it last took a byte, and once', () => {
    ask({ type: 'subscribe', id: 1, tickers: ['PIP'] });
    pass(20_000);
    connection.writable = false;
    pass(9_750);
    expect(connection.ended).toBeUndefined();
    pass(250);
    expect([connection.ended, connection.reason]).toEqual([CloseCode.Slow, 'no byte was taken for 10 s']);
    pass(60_000);
    expect([...tally.closes]).toEqual([[CloseCode.Slow, 1]]);
  });

  it('leaves alone a connection that has no way to answer a ping', () => {
    ask({ type: 'subscribe', id: 1, tickers: ['PIP'] });
    vi.spyOn(connection, 'ping').mockReturnValue(false);
    pass(100_000);
    expect(connection.ended).toBeUndefined();
  });

  it('finds nothing more to read in what waits', async () => {
    sent();
    for (let id = 0; id < 6; id++) ask({ type: 'unsubscribe', id, tickers: ['PIP'] });
    expect(sent()).toHaveLength(4);
    session.close();
    await nextTurn();
    await nextTurn();
    expect(sent()).toEqual([]);
  });
});

describe('heartbeat', () => {
  it('names no tick that may not be read', () => {
    join(limited(['PIP']));
    ask({ type: 'subscribe', id: 1, tickers: ['PIP'] });
    publish(1, 'PIP');
    publish(1, 'ACME');
    sent();
    now += 1_000;
    session.sweep();
    expect(sent()).toEqual([{ type: 'heartbeat', time: now, last: 't0' }]);
  });
});
