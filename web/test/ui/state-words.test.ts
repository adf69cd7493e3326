import { expect, test } from 'vitest';
import type { Connection } from '../../src/feed/connection.ts';
import { stateWords } from '../../src/ui/state-words.ts';
import { duration } from '../../src/ui/text/page.ts';

const said: [Connection, string, string?][] = [
  [{ status: 'idle' }, 'Not started'],
  [{ status: 'connecting', again: false, problem: null }, 'Connecting…'],
  [{ status: 'connecting', again: true, problem: 'no' }, 'Connecting again: the server says “no”'],
  [{ status: 'waiting', held: false }, 'Waiting for the first price'],
  [{ status: 'waiting', held: true }, 'Waiting for the next price'],
  [{ status: 'live' }, 'Live'],
  [
    { status: 'stale', why: 'quiet', since: 88_000 },
    'Stale: no price for 12 s. Connected, waiting for the next',
  ],
  [
    { status: 'stale', why: 'silent', since: 97_500 },
    'Stale: nothing received for 2 s. It will reconnect by itself',
  ],
  [
    { status: 'stale', why: 'no_primary', since: 88_000 },
    'Stale: the database’s primary is away, no price for 12 s. It will go on by itself',
  ],
  [
    { status: 'stale', why: 'unreadable', since: 88_000 },
    'Stale: the server cannot read the database, no price for 12 s. It will go on by itself',
  ],
  [{ status: 'draining', backAt: 103_200 }, 'Server restarting: back in about 4 s; prices still come'],
  [
    { status: 'reconnecting', retryAt: 102_001, retryNow: true, problem: null },
    'Reconnecting in 3 s',
    'retry',
  ],
  [
    { status: 'reconnecting', retryAt: 99_000, retryNow: true, problem: null },
    'Reconnecting in 0 s',
    'retry',
  ],
  [
    { status: 'reconnecting', retryAt: 130_000, retryNow: false, problem: 'too many connections' },
    'Reconnecting in 30 s: the server says “too many connections”',
  ],
  [{ status: 'offline', retryAt: null }, 'Offline: will reconnect', 'retry'],
  [{ status: 'refused', reason: 'too many bad messages' }, 'Refused: this page is out of date', 'reload'],
  [{ status: 'unauthorised', reason: 'the token has expired' }, 'Unauthorised: token needed', 'retry'],
  [{ status: 'forbidden', reason: 'no' }, 'Forbidden to this token', 'retry'],
];

test.each(said)('%j', (connection, words, action) => {
  const { head, tail, action: offered } = stateWords(connection, 100_000);
  expect([head + tail, offered]).toEqual([words, action]);
});

test('every status has words', () => {
  const statuses: Record<Connection['status'], true> = {
    idle: true,
    connecting: true,
    waiting: true,
    live: true,
    draining: true,
    stale: true,
    reconnecting: true,
    offline: true,
    refused: true,
    unauthorised: true,
    forbidden: true,
  };
  expect(new Set(said.map(([{ status }]) => status))).toEqual(new Set(Object.keys(statuses)));
  for (const [connection] of said) expect(stateWords(connection, 100_000).head).toMatch(/\w/);
});

test.each([
  [-5, '0 s'],
  [59_999, '59 s'],
  [61_000, '1 min 1 s'],
  [3_661_000, '1 h 1 min'],
])('%i ms are %s', (ms, words) => {
  expect(duration(ms)).toBe(words);
});
