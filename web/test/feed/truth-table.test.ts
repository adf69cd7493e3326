import { type CloseCode, Limits, type ServerMessage } from '@ticker/protocol';
import { describe, expect, test } from 'vitest';
import type { Status } from '../../src/feed/connection.ts';
import type { FeedEvent } from '../../src/feed/event.ts';
import { alert, Driver, tick } from './driver.ts';

const [I, C, W, L, S] = ['idle', 'connecting', 'waiting', 'live', 'stale'] as const;
const [R, O, X] = ['reconnecting', 'offline', 'refused'] as const;
const [U, F, D] = ['unauthorised', 'forbidden', 'draining'] as const;

/** What a server says to a subscribe that the token does not allow. */
const forbidden: ServerMessage = {
  type: 'error',
  id: 1,
  code: 'forbidden',
  message: 'the token does not allow PIP',
};

const shutdown: ServerMessage = { type: 'shutdown', reconnectAfterMs: 4000 };

/** Every state that a person can tell apart, and how to get there. */
const states = {
  idle: () => new Driver(),
  opening: () => started(),
  joining: () => {
    const driver = started();
    driver.open();
    return driver;
  },
  waiting: () => new Driver().join(),
  live: () => live(),
  quiet: () => {
    const driver = live();
    driver.quietSeconds(5);
    return driver;
  },
  silent: () => {
    const driver = live();
    driver.advance(2500);
    return driver;
  },
  draining: () => {
    const driver = live();
    driver.receive(shutdown);
    return driver;
  },
  reconnecting: () => {
    const driver = live();
    driver.close(1006);
    return driver;
  },
  penalty: () => {
    const driver = live();
    driver.close(4429);
    return driver;
  },
  offline: () => {
    const driver = live();
    driver.on({ type: 'offline' });
    return driver;
  },
  offlineDown: () => {
    const driver = live();
    driver.on({ type: 'offline' });
    driver.close(1006);
    return driver;
  },
  badMessages: () => {
    const driver = live();
    driver.close(4400);
    return driver;
  },
  unauthorised: () => {
    const driver = live();
    driver.close(4401);
    return driver;
  },
  forbidden: () => {
    const driver = started();
    driver.open();
    driver.receive(forbidden);
    return driver;
  },
} satisfies Record<string, () => Driver>;

type Name =
  | Exclude<FeedEvent['type'], 'message' | 'closed'>
  | `message:${ServerMessage['type'] | 'forbidden' | 'unreadable'}`
  | `closed:${CloseCode}`;

const columns = [
  ...(['idle', 'opening', 'joining', 'waiting', 'live', 'quiet', 'silent', 'draining'] as const),
  ...(['reconnecting', 'penalty', 'offline', 'offlineDown', 'badMessages'] as const),
  ...(['unauthorised', 'forbidden'] as const),
] as const;

/** The status after an event, for each of the columns: the compiler counts them. */
type Row = RowOf<typeof columns>;
type RowOf<Columns extends readonly string[]> = { readonly [Column in keyof Columns]: Status };

// prettier-ignore
const table: Record<Name | 'closed:1006' | 'after 2.5 s of silence' | 'after 6 s of silence', Row> = {
  //                        idle open join wait live quiet silent drain reco penalty offl offDown bad unauth forb
  'start':                   [C,   C,   C,   W,   L,   S,    S,     D,    R,   R,      O,   O,      X,  U,     F],
  'stop':                    [I,   I,   I,   I,   I,   I,    I,     I,    I,   I,      I,   I,      I,  I,     I],
  'open':                    [I,   C,   C,   W,   L,   S,    S,     D,    R,   R,      O,   O,      X,  U,     F],
  'message:welcome':         [I,   C,   C,   W,   L,   S,    L,     D,    R,   R,      O,   O,      X,  U,     F],
  'message:subscribed':      [I,   C,   W,   W,   L,   S,    L,     D,    R,   R,      O,   O,      X,  U,     F],
  'message:snapshot':        [I,   C,   C,   W,   L,   S,    L,     D,    R,   R,      O,   O,      X,  U,     F],
  'message:ticks':           [I,   C,   C,   L,   L,   L,    L,     D,    R,   R,      O,   O,      X,  U,     F],
  'message:gap':             [I,   C,   C,   W,   W,   S,    W,     W,    R,   R,      O,   O,      X,  U,     F],
  'message:heartbeat':       [I,   C,   C,   W,   L,   S,    L,     D,    R,   R,      O,   O,      X,  U,     F],
  'message:unsubscribed':    [I,   C,   C,   W,   L,   S,    L,     D,    R,   R,      O,   O,      X,  U,     F],
  'message:error':           [I,   C,   C,   W,   L,   S,    L,     D,    R,   R,      O,   O,      X,  U,     F],
  'message:forbidden':       [I,   C,   F,   W,   L,   S,    L,     D,    R,   R,      O,   O,      X,  U,     F],
  'message:shutdown':        [I,   C,   C,   W,   D,   S,    D,     D,    R,   R,      O,   O,      X,  U,     F],
  'message:watching':        [I,   C,   C,   W,   L,   S,    L,     D,    R,   R,      O,   O,      X,  U,     F],
  'message:alert':           [I,   C,   C,   W,   L,   S,    L,     D,    R,   R,      O,   O,      X,  U,     F],
  'message:unreadable':      [I,   C,   C,   W,   L,   S,    L,     D,    R,   R,      O,   O,      X,  U,     F],
  'closed:1006':             [I,   R,   R,   R,   R,   R,    R,     R,    R,   R,      O,   O,      X,  U,     F],
  'closed:1012':             [I,   R,   R,   R,   R,   R,    R,     R,    R,   R,      O,   O,      X,  U,     F],
  'closed:4008':             [I,   R,   R,   R,   R,   R,    R,     R,    R,   R,      O,   O,      X,  U,     F],
  'closed:4400':             [I,   X,   X,   X,   X,   X,    X,     X,    R,   R,      X,   O,      X,  U,     F],
  'closed:4401':             [I,   U,   U,   U,   U,   U,    U,     U,    R,   R,      U,   O,      X,  U,     F],
  'closed:4408':             [I,   R,   R,   R,   R,   R,    R,     R,    R,   R,      O,   O,      X,  U,     F],
  'closed:4429':             [I,   R,   R,   R,   R,   R,    R,     R,    R,   R,      O,   O,      X,  U,     F],
  'timer':                   [I,   C,   C,   W,   L,   S,    S,     D,    R,   R,      O,   O,      X,  U,     F],
  'online':                  [I,   C,   C,   W,   L,   S,    C,     D,    C,   R,      C,   C,      X,  U,     F],
  'offline':                 [I,   O,   O,   O,   O,   O,    O,     O,    O,   O,      O,   O,      X,  U,     F],
  'visible':                 [I,   C,   C,   W,   L,   S,    S,     D,    C,   R,      O,   O,      X,  U,     F],
  'hidden':                  [I,   C,   C,   W,   L,   S,    S,     D,    R,   R,      O,   O,      X,  U,     F],
  'retry-now':               [I,   C,   C,   W,   L,   S,    C,     D,    C,   R,      O,   O,      X,  C,     C],
  'set-tickers':             [I,   C,   C,   W,   L,   S,    S,     D,    R,   R,      O,   O,      X,  U,     F],
  'set-mode':                [I,   C,   C,   W,   L,   S,    S,     D,    R,   R,      O,   O,      X,  U,     F],
  'watch-again':             [I,   C,   C,   W,   L,   S,    S,     D,    R,   R,      O,   O,      X,  U,     F],
  'after 2.5 s of silence':  [I,   C,   C,   S,   S,   S,    S,     S,    C,   R,      O,   O,      X,  U,     F],
  'after 6 s of silence':    [I,   C,   C,   R,   R,   R,    C,     R,    C,   R,      O,   O,      X,  U,     F],
};

const messages: Record<ServerMessage['type'] | 'forbidden', ServerMessage> = {
  forbidden,
  welcome: {
    type: 'welcome',
    version: '1',
    process: 'a',
    time: 0,
    heartbeatMs: 1000,
    limits: Limits,
  },
  subscribed: { type: 'subscribed', id: 1, tickers: ['*'], mode: 'all', resumed: false },
  snapshot: { type: 'snapshot', id: 1, ticks: [tick('new')] },
  ticks: { type: 'ticks', ticks: [tick('new')], conflated: 0 },
  gap: { type: 'gap', reason: 'upstream', missed: null },
  heartbeat: { type: 'heartbeat', time: 0, last: null },
  unsubscribed: { type: 'unsubscribed', id: 9, tickers: ['PIP'] },
  error: { type: 'error', id: 1, code: 'bad_request', message: 'no' },
  shutdown,
  watching: { type: 'watching', id: 2, alerts: [alert('a')] },
  alert: { type: 'alert', alert: alert('a') },
};

test('every state has its column', () => {
  expect(columns).toEqual(Object.keys(states));
});

describe.each(Object.entries(table))('%s', (name, row) => {
  test.each(columns.map((state, index) => ({ state, status: row[index] })))(
    'in $state leads to $status',
    ({ state, status }) => {
      const driver = states[state]();
      cause(driver, name);
      expect(driver.seen.status).toBe(status);
    },
  );
});

function cause(driver: Driver, name: string): void {
  const [type, what] = name.split(':');
  if (type === 'message') driver.receive(messages[what as keyof typeof messages] ?? null);
  else if (type === 'closed') driver.close(Number(what));
  else if (type === 'set-tickers') driver.on({ type, tickers: ['ACME'] });
  else if (type === 'set-mode') driver.on({ type, mode: 'latest' });
  else if (type === 'open') driver.open();
  else if (name === 'after 2.5 s of silence') driver.advance(2500);
  else if (name === 'after 6 s of silence') driver.advance(6000);
  else driver.on({ type: name } as FeedEvent);
}

function started(): Driver {
  const driver = new Driver();
  driver.on({ type: 'start' });
  return driver;
}

function live(): Driver {
  const driver = new Driver().join();
  driver.ticks('a');
  return driver;
}
