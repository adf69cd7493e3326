import { expect, test } from 'vitest';
import type { ServerStatus } from '../../src/server-status/server-status.ts';
import { detailRows } from '../../src/ui/details/detail-rows.ts';

const well: ServerStatus = {
  tail: {
    state: 'live',
    why: null,
    member: 'db1:27017',
    memberState: 'SECONDARY',
    lagMs: 0,
    reopens: 3,
    gaps: 1,
    badDocuments: 1234,
  },
  topic: { count: 99_999, sizeBytes: 5_767_168, max: 100_000, windowSeconds: 5000 },
  backlog: { size: 1 },
  subscribers: 12,
  ticksPerSecond: 20.04,
  draining: false,
  version: '0.1.0',
  worker: null,
};

/** The words of one row, with a mark where it is something to worry about. */
function row(key: string, status: Partial<ServerStatus>): string | undefined {
  const found = detailRows({ ...well, ...status }).find((one) => one.key === key);
  return found && `${found.bad ? '! ' : ''}${found.words}`;
}

const tail = (part: Partial<ServerStatus['tail']>): Partial<ServerStatus> => ({
  tail: { ...well.tail, ...part },
});
const topic = (windowSeconds: number | null): Partial<ServerStatus> => ({
  topic: { ...well.topic!, windowSeconds },
});

test('a server that is well', () => {
  expect(detailRows(well).map(({ key, words, bad }) => [key, words, bad])).toEqual([
    ['reading', 'Well', false],
    ['member', 'db1:27017, secondary', false],
    ['lag', 'Less than two seconds', false],
    ['window', 'About 1 h 23 min', false],
    ['topic', '99,999 ticks of 100,000, 5.5 MiB', false],
    ['backlog', '1 tick', false],
    ['subscribers', '12', false],
    ['rate', '20 ticks a second', false],
    ['trouble', 'Gaps: 1. Cursors reopened: 3. Documents that are no tick: 1,234', false],
    ['version', '0.1.0', false],
  ]);
});

test.each([
  ['reading', tail({ state: 'degraded', why: 'no primary' }), '! Degraded: no primary'],
  ['reading', tail({ state: 'filling', why: null }), 'Filling: it is reading what the topic holds'],
  ['reading', tail({ state: 'stalled', why: 'db1 is silent' }), '! Stalled: db1 is silent'],
  [
    'reading',
    tail({ state: 'disconnected', why: 'no member' }),
    '! Disconnected from the database: no member',
  ],
  ['member', tail({ member: null, memberState: null }), '! No member now'],
  ['member', tail({ memberState: null }), 'db1:27017, not known what it is'],
  ['lag', tail({ lagMs: 12_000 }), 'About 12 s'],
  ['lag', tail({ lagMs: null }), 'Not known'],
  ['window', topic(59.9), '! About 59 s only: whoever is away for longer misses ticks'],
  ['window', topic(60), 'About 1 min 0 s'],
  ['window', topic(0.4), '! Less than a second only: whoever is away for longer misses ticks'],
  ['window', topic(null), 'Not known while nothing arrives'],
  ['window', { topic: null }, 'Not known'],
  ['version', { draining: true }, '! 0.1.0; about to stop'],
  ['version', { worker: { number: 2, of: 4 } }, '0.1.0, worker 2 of 4'],
])('%s of %j: %s', (key, status, words) => {
  expect(row(key, status)).toBe(words);
});
