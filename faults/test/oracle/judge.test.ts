import { describe, expect, it } from 'vitest';
import { judge, type Verdict } from '../../src/oracle/judge.ts';
import {
  conflated,
  first,
  gap,
  heartbeat,
  play,
  published,
  recording,
  resumed,
  snapshot,
  tick,
  ticks,
  welcome,
} from './witness.ts';

// Every tenth moment a tick, each acknowledged before the next one is sent.
const NUMBERS = [10, 20, 30, 40, 50, 60];
const publications = NUMBERS.map((number) => published(number));
const all = NUMBERS.map((number) => tick(number));
const [a, b, c, d, e, f] = all as [
  (typeof all)[0],
  (typeof all)[0],
  (typeof all)[0],
  (typeof all)[0],
  (typeof all)[0],
  (typeof all)[0],
];

const CLEAN = { lost: 0, doubled: 0, phantom: 0, misplaced: 0, miscounted: 0 };

/** What is wrong, without what is not. */
function wrongs(verdict: Verdict): Record<string, number> {
  const { lost, doubled, phantom, misplaced, miscounted } = verdict;
  return Object.fromEntries(
    Object.entries({ lost, doubled, phantom, misplaced, miscounted }).filter(([, count]) => count > 0),
  );
}

describe('A good recording', () => {
  it('has nothing wrong', () => {
    const reader = recording(
      {},
      first('p', snapshot(), ticks(a, b), ticks(c), heartbeat('t30'), ticks(d, e, f)),
    );
    expect(judge(play(publications, [reader]))).toMatchObject({
      ...CLEAN,
      acknowledged: 6,
      delivered: 6,
      gaps: 0,
      complaints: [],
    });
  });

  it('may begin in the midst of it', () => {
    expect(
      wrongs(judge(play(publications, [recording({}, first('p', snapshot(), ticks(d, e, f)))]))),
    ).toEqual({});
  });

  it('may have ticks whose inserts overlapped in either order', () => {
    const overlapping = [published(10), published(12)];
    const reader = recording({}, first('p', ticks(tick(12), tick(10))));
    expect(wrongs(judge(play(overlapping, [reader])))).toEqual({});
  });

  it('may have ticks of an unknown outcome that are in the collection', () => {
    const unknown = [...publications, published(70, { acknowledgedAt: null })];
    const reader = recording({}, first('p', ticks(...all, tick(70))));
    expect(wrongs(judge(play(unknown, [reader], { collection: [...all, tick(70)] })))).toEqual({});
  });

  it('goes on at another process', () => {
    const reader = recording({}, first('p', ticks(a, b, c)), resumed('q', true, ticks(d, e, f)));
    expect(wrongs(judge(play(publications, [reader])))).toEqual({});
  });

  it('of a stream may repeat 127 ticks after one id', () => {
    const many = Array.from({ length: 200 }, (_, index) => published(10 * index));
    const event = (number: number) => ({ at: 0, text: `event: tick\ndata: ${JSON.stringify(tick(number))}` });
    const events = (from: number, to: number) =>
      many.slice(from, to).map((publication) => event(publication.sentAt));
    const reader = (repeated: number) =>
      recording(
        { via: 'stream' },
        {
          since: [],
          full: false,
          frames: [{ at: 0, text: 'event: snapshot\ndata: {"ticks":[]}' }, ...events(0, 150)],
        },
        { since: ['t1490'], full: false, frames: events(150 - repeated, 200) },
      );
    expect(wrongs(judge(play(many, [reader(127)])))).toEqual({});
    expect(wrongs(judge(play(many, [reader(128)])))).toEqual({ doubled: 1 });
  });
});

describe('A loss', () => {
  it('in the midst is seen', () => {
    const verdict = judge(play(publications, [recording({}, first('p', ticks(a, b, d, e, f)))]));
    expect(wrongs(verdict)).toEqual({ lost: 1 });
    expect(verdict.complaints).toEqual(['reader: lost: t30']);
  });

  it('at the end is seen', () => {
    expect(wrongs(judge(play(publications, [recording({}, first('p', ticks(a, b, c, d, e)))])))).toEqual({
      lost: 1,
    });
  });

  it('at a resume is seen', () => {
    const reader = recording({}, first('p', ticks(a, b)), resumed('q', true, ticks(d, e, f)));
    expect(wrongs(judge(play(publications, [reader])))).toEqual({ lost: 1 });
  });

  it('that a gap tells of is none', () => {
    const reader = recording({}, first('p', ticks(a, b), gap('upstream'), snapshot(), ticks(d, e, f)));
    const verdict = judge(play(publications, [reader]));
    expect(wrongs(verdict)).toEqual({});
    expect(verdict).toMatchObject({ gaps: 1, reasons: { upstream: 1 } });
  });

  it.for([
    ['after', ticks(a, b), ticks(c, e, f)],
    ['before', ticks(a, c), ticks(d, e, f)],
  ] as const)('%s the place of the gap is seen', ([, before, after]) => {
    const reader = recording({}, first('p', before, gap('upstream'), snapshot(), after));
    expect(wrongs(judge(play(publications, [reader])))).toEqual({ lost: 1 });
  });

  it('of a tick of unknown outcome is seen where the collection has it', () => {
    const unknown = [...publications, published(35, { acknowledgedAt: null })];
    const reader = recording({}, first('p', ticks(...all)));
    expect(wrongs(judge(play(unknown, [reader], { collection: all })))).toEqual({});
    expect(wrongs(judge(play(unknown, [reader], { collection: [...all, tick(35)] })))).toEqual({ lost: 1 });
  });

  it('of the newest tick of a ticker is seen, of one before it is not', () => {
    const latest = (...legs: Parameters<typeof recording>[1][]) => recording({ mode: 'latest' }, ...legs);
    expect(wrongs(judge(play(publications, [latest(first('p', ticks(a, f)))])))).toEqual({});
    expect(wrongs(judge(play(publications, [latest(first('p', ticks(a, e)))])))).toEqual({ lost: 1 });
  });

  it('of a ticker that was not asked for is none', () => {
    const others = publications.map(({ sentAt }) =>
      published(sentAt, { ticker: sentAt === 30 ? 'ACME' : 'PIP' }),
    );
    const reader = recording({ tickers: ['PIP'] }, first('p', ticks(a, b, d, e, f)));
    expect(wrongs(judge(play(others, [reader])))).toEqual({});
  });
});

describe('A double', () => {
  it('on a connection is seen', () => {
    const reader = recording({}, first('p', ticks(a, b), ticks(b, c, d, e, f)));
    expect(wrongs(judge(play(publications, [reader])))).toMatchObject({ doubled: 1 });
  });

  it('after a resume with a full list is seen, after a short one it is not', () => {
    const reader = (full: boolean) =>
      recording({}, first('p', ticks(a, b, c)), resumed('q', full, ticks(c, d, e, f)));
    expect(wrongs(judge(play(publications, [reader(true)])))).toEqual({ doubled: 1 });
    expect(wrongs(judge(play(publications, [reader(false)])))).toEqual({});
  });

  it('of a feed is seen, wherever', () => {
    const leg = {
      since: [],
      full: true,
      frames: [ticks(a, b, c), gap('history_exceeded'), snapshot(c, d, e, f)],
    };
    expect(wrongs(judge(play(publications, [recording({ via: 'feed' }, leg)])))).toEqual({ doubled: 1 });
  });

  it('in the snapshot after a gap, of another connection, is none', () => {
    const again = {
      since: ['x'],
      full: true,
      frames: [welcome('q'), gap('history_exceeded'), snapshot(c, d, e, f)],
    };
    const reader = recording({}, first('p', ticks(a, b, c)), again);
    expect(wrongs(judge(play(publications, [reader])))).toEqual({});
  });
});

describe('A phantom is seen:', () => {
  it('a tick that nobody published', () => {
    const reader = recording({}, first('p', ticks(...all, tick(99))));
    expect(wrongs(judge(play(publications, [reader])))).toEqual({ phantom: 1 });
  });

  it('a tick that a failover took back', () => {
    const unknown = [...publications, published(70, { acknowledgedAt: null })];
    const evidence = play(unknown, [recording({}, first('p', ticks(...all, tick(70))))]);
    expect(wrongs(judge(evidence))).toEqual({ phantom: 1 });
    // Where the ring has gone on it can't be known.
    expect(wrongs(judge({ ...evidence, overwritten: true }))).toEqual({});
  });

  it('a tick with another price', () => {
    const reader = recording({}, first('p', ticks(a, b, { ...c, price: 31 }, d, e, f)));
    expect(wrongs(judge(play(publications, [reader])))).toEqual({ phantom: 1 });
  });
});

describe('A wrong order is seen:', () => {
  it('a tick ahead of one that was there before it was sent', () => {
    const verdict = judge(play(publications, [recording({}, first('p', ticks(a, c, b, d, e, f)))]));
    expect(wrongs(verdict)).toEqual({ misplaced: 1 });
    expect(verdict.complaints[0]).toContain('t30 came before t20');
  });

  it('one that came on another connection', () => {
    const reader = recording({}, first('p', ticks(a, b, d)), resumed('q', true, ticks(c, e, f)));
    expect(wrongs(judge(play(publications, [reader])))).toEqual({ misplaced: 1 });
  });

  it('two subscribers of a process that have overlapping ticks in different orders', () => {
    const overlapping = [published(10), published(12)];
    const one = recording({}, first('p', ticks(tick(12), tick(10))));
    const other = (process: string) =>
      recording({ name: 'other' }, first(process, ticks(tick(10), tick(12))));
    expect(wrongs(judge(play(overlapping, [one, other('p')])))).toEqual({ misplaced: 1 });
    expect(wrongs(judge(play(overlapping, [one, other('q')])))).toEqual({});
  });

  it('in mode latest, within a ticker', () => {
    const reader = recording({ mode: 'latest' }, first('p', ticks(a), ticks(e), ticks(d), ticks(f)));
    expect(wrongs(judge(play(publications, [reader])))).toEqual({ misplaced: 1 });
  });
});

describe('A count', () => {
  const witness = recording({ name: 'witness' }, first('p', ticks(...all)));

  it('of missed ticks is held against what the process had', () => {
    const slow = (missed: number) =>
      recording({}, first('p', ticks(a), gap('slow_consumer', missed), snapshot(e, f)));
    expect(wrongs(judge(play(publications, [witness, slow(3)])))).toEqual({});
    expect(judge(play(publications, [witness, slow(3)])).checked.missed).toBe(1);
    expect(wrongs(judge(play(publications, [witness, slow(2)])))).toEqual({ miscounted: 1 });
  });

  it('is held against nothing where the witness itself lacks ticks', () => {
    const holed = recording(
      { name: 'witness' },
      first('p', ticks(a), gap('upstream'), snapshot(), ticks(e, f)),
    );
    const slow = recording({}, first('p', ticks(a), gap('slow_consumer', 3), snapshot(e, f)));
    const verdict = judge(play(publications, [holed, slow]));
    expect(wrongs(verdict)).toEqual({});
    expect(verdict.checked.missed).toBe(0);
  });

  it('begins anew after a gap that nobody can count', () => {
    const latest = recording(
      { mode: 'latest' },
      first('p', ticks(a), gap('upstream'), snapshot(), conflated(0, e), conflated(0, f)),
    );
    const verdict = judge(play(publications, [witness, latest]));
    expect(wrongs(verdict)).toEqual({});
    expect(verdict.checked.conflated).toBe(1);
  });

  it('that can’t be known must not be told', () => {
    const reader = recording({}, first('p', ticks(a, b), gap('upstream', 1), snapshot(), ticks(d, e, f)));
    expect(wrongs(judge(play(publications, [witness, reader])))).toEqual({ miscounted: 1 });
  });

  it('of conflated ticks is held against what the process had, frame by frame', () => {
    const latest = (...numbers: [number, number]) =>
      recording(
        { mode: 'latest' },
        first('p', snapshot(), ticks(a), conflated(numbers[0], c), conflated(numbers[1], f)),
      );
    expect(wrongs(judge(play(publications, [witness, latest(1, 2)])))).toEqual({});
    expect(judge(play(publications, [witness, latest(1, 2)])).checked.conflated).toBe(2);
    expect(wrongs(judge(play(publications, [witness, latest(1, 1)])))).toEqual({ miscounted: 1 });
    // A sum that is right does not help.
    expect(wrongs(judge(play(publications, [witness, latest(2, 1)])))).toEqual({ miscounted: 2 });
  });

  it('is 0 in mode all', () => {
    const reader = recording({}, first('p', ticks(a, b, c), conflated(1, d, e, f)));
    expect(wrongs(judge(play(publications, [reader])))).toEqual({ miscounted: 1 });
  });

  it('a heartbeat does not name what was not sent', () => {
    const reader = (last: string) =>
      recording({}, first('p', ticks(a, b), heartbeat(last), ticks(c, d, e, f)));
    expect(wrongs(judge(play(publications, [witness, reader('t20')])))).toEqual({});
    expect(wrongs(judge(play(publications, [witness, reader('t30')])))).toEqual({ miscounted: 1 });
  });
});

describe('The time to recover', () => {
  const at = (time: number, ...came: Parameters<typeof ticks>) => ({ ...ticks(...came), at: time });
  const seconds = (to: number, ...frames: ReturnType<typeof at>[]) =>
    judge(play(publications, [recording({}, first('p', ...frames))]), { from: 15, to }).recoverySeconds;

  it('is that of the last tick that came late', () => {
    expect(seconds(9_000, at(12, a), at(1_030, b, c), at(1_050, d), at(1_060, e), at(1_066, f))).toBe(1.051);
  });

  it('is that of the end of a pause, of whomever', () => {
    const later = [published(5_000), published(5_010)];
    const reader = recording({}, first('p', at(12, a), at(5_006, tick(5_000)), at(5_016, tick(5_010))));
    const verdict = judge(play([published(10), ...later], [reader]), { from: 15, to: 9_000 });
    expect(verdict.recoverySeconds).toBe(4.991);
  });

  it('is none where all came in time, and of what came after its end', () => {
    expect(seconds(9_000, at(12, a), at(26, b), at(36, c), at(46, d), at(56, e), at(66, f))).toBe(0);
    expect(seconds(100, at(12, a), at(26, b), at(36, c), at(46, d), at(56, e), at(5_000, f))).toBe(0);
  });
});

it('an acknowledged tick that the set has lost is told', () => {
  const reader = recording({}, first('p', ticks(...all)));
  const verdict = judge(play(publications, [reader], { collection: all.slice(1) }));
  expect(verdict.complaints).toEqual(['t10 was acknowledged, and the set has lost it']);
});
