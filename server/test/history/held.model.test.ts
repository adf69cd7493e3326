import { EVERY_TICKER, type Tick } from '@ticker/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seeded } from '../../../mongo/test/seeded.ts';
import { CandleAnswer, foldHeld } from '../../src/history/candle-answer.ts';
import { newestFirst } from '../../src/history/held.ts';
import { heldTicks } from '../../src/history/held-ticks.ts';
import { Backlog } from '../../src/hub/backlog.ts';
import type { Tickers } from '../../src/hub/filter.ts';

// What is read of the backlog against a plain model: an array that is filtered and sliced. Clocks differ by less than
// a minute, so reading may stop early, which must not show.

const NAMES = ['PIP', 'ACME', 'RARE', 'RARER'];
const SKEW = 60_000;

const scene = fc.record({
  // Without bias: scenes that matter are not the smallest.
  capacity: fc.noBias(fc.integer({ min: 1, max: 1_500 })),
  count: fc.noBias(fc.integer({ min: 0, max: 2_000 })),
  /** Milliseconds between ticks: some scenes are over in a second, others take hours. */
  step: fc.constantFrom(0, 1, 90, 3_000, 20_000),
  seed: fc.noBias(fc.integer()),
  wanted: fc.oneof(fc.constant(EVERY_TICKER), fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 })),
  limit: fc.noBias(fc.integer({ min: 1, max: 80 })),
  /** Where the stretch begins and ends, in hundredths of all there is. */
  ends: fc.noBias(fc.tuple(fc.integer({ min: -20, max: 120 }), fc.integer({ min: -20, max: 120 }))),
  interval: fc.constantFrom(1_000, 15_000, 3_600_000),
});

type Scene = typeof scene extends fc.Arbitrary<infer T> ? T : never;

function play({ capacity, count, step, seed, wanted, ends }: Scene) {
  const random = seeded(seed);
  const log: Tick[] = Array.from({ length: count }, (_, n) => {
    const name = random();
    return {
      id: `t${n}`,
      time: n * step + Math.floor(random() * SKEW),
      ticker: NAMES[name < 0.01 ? 3 : name < 0.1 ? 2 : n % 2]!,
      price: n,
    };
  });
  const backlog = new Backlog(capacity);
  backlog.whole = true;
  backlog.append(log);
  const span = count * step + SKEW;
  const [from, to] = ends.map((percent) => Math.floor((percent / 100) * span)) as [number, number];
  const tickers: Tickers = wanted === EVERY_TICKER ? EVERY_TICKER : new Set(wanted);
  const wants = ({ ticker }: Tick): boolean => tickers === EVERY_TICKER || tickers.has(ticker);
  return { backlog, log, tickers, wants, from, to, held: log.slice(Math.max(0, count - capacity)) };
}

describe('The backlog read from its end', () => {
  it('visits the ticks wanted, last delivered first', () => {
    fc.assert(
      fc.property(scene, (scene) => {
        const { backlog, tickers, wants, held } = play(scene);
        const seen: Tick[] = [];
        expect(
          newestFirst(
            backlog,
            tickers,
            (tick, position) => seen.push(tick) > 0 && backlog.at(position) === tick,
          ),
        ).toBe(true);
        expect(seen).toEqual(held.filter(wants).toReversed());
      }),
      { numRuns: 300 },
    );
  });

  it('stops when it is told to', () => {
    fc.assert(
      fc.property(scene, (scene) => {
        const { backlog, tickers, wants, held } = play(scene);
        let seen = 0;
        const all = newestFirst(backlog, tickers, () => ++seen < scene.limit);
        const count = held.filter(wants).length;
        expect([seen, all]).toEqual([Math.min(scene.limit, count), count < scene.limit]);
      }),
      { numRuns: 300 },
    );
  });

  it('gives the newest ticks of a range, and says whether older ones could add to them', () => {
    fc.assert(
      fc.property(scene, (scene) => {
        const { backlog, log, tickers, wants, held, from, to } = play(scene);
        const { ticks, enough } = heldTicks(backlog, { tickers, limit: scene.limit, from, to });
        const matches = (tick: Tick): boolean => wants(tick) && tick.time >= from && tick.time < to;
        expect(ticks.toReversed()).toEqual(held.filter(matches).slice(-scene.limit));
        if (enough) expect(ticks.toReversed()).toEqual(log.filter(matches).slice(-scene.limit));
      }),
      { numRuns: 1_000 },
    );
  });

  it('gives the same candles as all ticks ever delivered, when it says that it is enough', () => {
    let early = 0;
    fc.assert(
      fc.property(scene, (scene) => {
        const { backlog, log, to } = play(scene);
        const { interval, limit, seed } = scene;
        const query = { ticker: 'PIP', interval, limit, to: seed % 2 ? Infinity : to };
        const answer = new CandleAnswer(query, 1e12);
        if (!foldHeld(backlog, 'PIP', answer)) return;
        if (!backlog.complete) early++;
        const plain = new CandleAnswer(query, 1e12);
        for (const [place, tick] of log.entries()) if (tick.ticker === 'PIP') plain.add(tick, place);
        expect(answer.outcome()).toEqual(plain.outcome());
      }),
      { numRuns: 3_000 },
    );
    expect(early).toBeGreaterThan(100);
  });
});

describe('Early ends', () => {
  const run = (count: number, time: (n: number) => number): Backlog => {
    const backlog = new Backlog(count - 1);
    backlog.append(
      Array.from({ length: count }, (_, n) => ({ id: `t${n}`, time: time(n), ticker: 'PIP', price: n })),
    );
    return backlog;
  };

  it('one tick of a slow clock hides nothing', () => {
    const backlog = run(1000, (n) => (n === 900 ? 0 : 1e9 + n));
    const { ticks } = heldTicks(backlog, {
      tickers: EVERY_TICKER,
      limit: 500,
      from: 1e9 + 600,
      to: Infinity,
    });
    expect(ticks).toHaveLength(399);
  });

  it('many ticks of a clock that is slow by less than a minute hide nothing', () => {
    const backlog = run(1000, (n) => (n > 500 ? 1e9 - 59_999 : 1e9));
    const { ticks } = heldTicks(backlog, { tickers: EVERY_TICKER, limit: 500, from: 1e9, to: Infinity });
    expect(ticks).toHaveLength(500);
  });

  it('what lies in the backlog altogether needs no older ticks', () => {
    const backlog = run(100_000, (n) => n * 1_000);
    const from = 99_000_000;
    expect(heldTicks(backlog, { tickers: new Set(['PIP']), limit: 5_000, from, to: Infinity }).enough).toBe(
      true,
    );
    expect(heldTicks(backlog, { tickers: new Set(['PIP']), limit: 5_000, from: 0, to: 2_000 }).enough).toBe(
      false,
    );
  });
});

describe('Candles', () => {
  const candles = (times: number[], query: object, now = 1e6) => {
    const answer = new CandleAnswer(
      { ticker: 'PIP', interval: 1_000, limit: 10, to: Infinity, ...query },
      now,
    );
    for (const [place, time] of times.entries()) answer.add({ time, price: place }, place);
    return answer.outcome();
  };

  it('leave out and count ticks more than 60 s ahead of our clock', () => {
    const { candles: found, future } = candles([1_000_000, 1_060_000, 1_060_001, 9e12], {});
    expect([found.map(({ time }) => time), future]).toEqual([[1_000_000, 1_060_000], 2]);
  });

  it('begin before "to", and are whole', () => {
    const { candles: found } = candles([500, 1_200, 1_900, 2_000], { to: 1_500 });
    expect(found.map(({ time, count }) => [time, count])).toEqual([
      [0, 1],
      [1_000, 2],
    ]);
  });

  it('that begin at "to" are left out', () => {
    expect(candles([999, 1_000], { to: 1_000 }).candles.map(({ time }) => time)).toEqual([0]);
  });
});
