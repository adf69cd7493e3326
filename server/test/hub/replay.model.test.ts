import type { Tick } from '@ticker/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Hub } from '../../src/hub/hub.ts';
import type { Item } from '../../src/hub/reader.ts';

// A resume on a connection that got ticks already: what was sent on it does not come again.

const CAPACITY = 200;
const TICKERS = ['A', 'B', 'C', 'D'] as const;

const names = fc.uniqueArray(fc.constantFrom(...TICKERS), { minLength: 1 });
const asked: fc.Arbitrary<readonly string[]> = fc.oneof(
  { weight: 3, arbitrary: names },
  { weight: 1, arbitrary: fc.constant(['*']) },
);
const step = fc.record({
  kind: fc.constantFrom('append', 'append', 'subscribe', 'unsubscribe'),
  tickers: names,
  count: fc.integer({ min: 1, max: 12 }),
});

function read(next: () => Item | undefined) {
  const ticks: Tick[] = [];
  let missed = 0;
  for (let item = next(); item; item = next()) {
    if (item.type === 'gap') missed += item.missed ?? 0;
    else ticks.push(...(item.type === 'batch' ? item.batch.ticks : item.ticks));
  }
  return { ticks, missed };
}

describe('A resume on a connection that got ticks already', () => {
  it('sends exactly what was neither sent nor listed, in order; overtaken, it counts exactly that', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 20 }),
        asked,
        fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: 2 * CAPACITY }),
        (steps, tickers, picks, more) => {
          const hub = new Hub(CAPACITY, 0, { now: () => 0, after: (_ms, run) => run() });
          hub.backlog.whole = true;
          const subscriber = hub.subscriber();
          const log: Tick[] = [];
          const append = (ticker: string): void => {
            log.push({ id: `t${log.length}`, time: 0, ticker, price: log.length });
            hub.append(log.slice(-1));
          };
          const floors = new Map<string, number>();
          const wanted = new Set<string>();
          const sent = new Set<string>();
          for (const name of TICKERS) append(name);
          for (const { kind, tickers: names, count } of steps) {
            if (kind === 'append')
              for (let n = 0; n < count && log.length < CAPACITY; n++) append(names[n % names.length]!);
            else if (kind === 'subscribe') {
              subscriber.subscribe({ tickers: names, mode: 'all', history: 0, since: [] });
              for (const name of names) wanted.add(name);
            } else {
              subscriber.unsubscribe(names);
              for (const name of names) if (wanted.delete(name)) floors.set(name, log.length);
            }
            for (const { id } of read(() => subscriber.next()).ticks) sent.add(id);
          }
          for (const name of wanted) floors.set(name, log.length);

          const listed = new Set(picks.map((pick) => pick % log.length));
          const positions = [...listed].toSorted((a, b) => a - b);
          const since = positions.map((at) => log[at]!.id);
          const outcome = subscriber.subscribe({ tickers, mode: 'all', history: 0, since });
          const asks = ({ ticker }: Tick): boolean => tickers.includes('*') || tickers.includes(ticker);
          // Later ones of their ticker were sent: they can't come any more without coming out of order.
          const holes = log.filter(
            (tick, at) =>
              at > positions.at(-1)! &&
              asks(tick) &&
              at < (floors.get(tick.ticker) ?? 0) &&
              !sent.has(tick.id),
          );
          expect(outcome.resumed).toBe(holes.length === 0);
          if (!outcome.resumed) return;
          const from = Math.max(0, positions.at(-1)! + 1 - 128);
          const owed = log.filter(
            (tick, at) => at >= from && asks(tick) && at >= (floors.get(tick.ticker) ?? 0) && !listed.has(at),
          );
          const resumedAt = log.length;
          for (let n = 0; n < more; n++) append(TICKERS[n % TICKERS.length]!);
          const live = log.slice(resumedAt).filter((tick) => asks(tick) || wanted.has(tick.ticker));
          const { ticks, missed } = read(() => subscriber.next());
          if (missed === 0) expect(ticks).toEqual([...owed, ...live]);
          else expect(ticks.length + missed).toBe(owed.length + live.length);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('holds no more for what was sent than for what was not, however often it is asked for', () => {
    const hub = new Hub(10_000, 0, { now: () => 0, after: (_ms, run) => run() });
    hub.backlog.whole = true;
    const subscriber = hub.subscriber();
    subscriber.subscribe({ tickers: ['*'], mode: 'all', history: 0, since: [] });
    hub.append(Array.from({ length: 10_000 }, (_, n) => ({ id: `t${n}`, time: n, ticker: 'A', price: n })));
    read(() => subscriber.next());
    let looked = 0;
    const { at } = hub.backlog;
    hub.backlog.at = (position) => {
      looked++;
      return at.call(hub.backlog, position);
    };
    for (let n = 0; n < 10; n++) {
      const { resumed } = subscriber.subscribe({
        tickers: ['*'],
        mode: 'all',
        history: 0,
        since: ['t200'],
      });
      expect(resumed).toBe(true);
    }
    expect(subscriber.next()).toBeUndefined();
    expect(looked).toBeLessThan(100);
  });

  it('sends no more ticks in a frame than any other batch has', () => {
    const hub = new Hub(10_000, 0, { now: () => 0, after: (_ms, run) => run() });
    hub.backlog.whole = true;
    const ticks = Array.from({ length: 5_000 }, (_, n) => ({
      id: `t${n}`,
      time: n,
      ticker: n % 2 ? 'A' : 'B',
      price: n,
    }));
    const subscriber = hub.subscriber();
    subscriber.subscribe({ tickers: ['A'], mode: 'all', history: 0, since: [] });
    hub.append(ticks);
    read(() => subscriber.next());
    subscriber.unsubscribe(['A']);
    subscriber.subscribe({ tickers: ['A', 'B'], mode: 'all', history: 0, since: ['t200'] });
    const sizes: number[] = [];
    for (let item = subscriber.next(); item; item = subscriber.next())
      if (item.type === 'batch') sizes.push(item.batch.ticks.length);
    expect(Math.max(...sizes)).toBe(1_000);
    const owed = ticks.filter(({ ticker, price }) => ticker === 'B' && price >= 201 - 128 && price !== 200);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(owed.length);
  });
});
