import { EVERY_TICKER } from '@ticker/protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Backlog } from '../../src/hub/backlog.ts';
import { history } from '../../src/hub/history.ts';

// A snapshot against a plain model: an array that is cut, filtered and sliced.

const NAMES = ['PIP', 'ACME', 'GLOBEX'];

const scene = fc.record({
  capacity: fc.integer({ min: 1, max: 30 }),
  tickers: fc.array(fc.constantFrom(...NAMES), { maxLength: 60 }),
  /** Before which tick a gap stands; beyond the last one: nowhere. */
  gapAt: fc.integer({ min: 0, max: 90 }),
  wanted: fc.oneof(fc.constant(EVERY_TICKER), fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 })),
  limit: fc.integer({ min: 0, max: 40 }),
});

it('a snapshot holds the newest ticks wanted that the ring holds since the last gap, oldest first', () => {
  fc.assert(
    fc.property(scene, ({ capacity, tickers, gapAt, wanted, limit }) => {
      const backlog = new Backlog(capacity);
      const log = tickers.map((ticker, n) => ({ id: `t${n}`, time: n, ticker, price: n }));
      for (const [n, tick] of log.entries()) {
        if (n === gapAt) backlog.gap();
        backlog.append([tick]);
      }
      const since = Math.max(gapAt < log.length ? gapAt : 0, log.length - capacity);
      const expected = log
        .slice(Math.max(0, since))
        .filter(({ ticker }) => wanted === EVERY_TICKER || wanted.includes(ticker))
        .slice(limit === 0 ? Infinity : -limit);
      const names = wanted === EVERY_TICKER ? EVERY_TICKER : new Set(wanted);
      expect(history(backlog, names, limit, backlog.next)).toEqual({
        ticks: expected,
        first: expected[0]?.time ?? log.length,
      });
    }),
    { numRuns: 2_000 },
  );
});
