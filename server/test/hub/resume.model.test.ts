import { OVERLAP, type Tick } from '@ticker/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Hub } from '../../src/hub/hub.ts';

// Two processes read the same ticks from two members, whose natural orders differ by up to 64 positions. A client
// that was on the first goes on at the second.

const TOTAL = 400;
const DISPLACEMENT = 64;
const ticker = (n: number): string => (n % 3 === 0 ? 'ACME' : 'PIP');
const ticks: Tick[] = Array.from({ length: TOTAL }, (_, n) => ({
  id: `t${n}`,
  time: n,
  ticker: ticker(n),
  price: n,
}));

/** The other member's order: everything within its displacement of where it stands in ours. */
const otherOrder = fc
  .array(fc.integer({ min: 0, max: DISPLACEMENT - 1 }), { minLength: TOTAL, maxLength: TOTAL })
  .map((shifts) =>
    ticks
      .map((tick, n) => ({ tick, key: n + shifts[n]! }))
      .toSorted((a, b) => a.key - b.key)
      .map(({ tick }) => tick),
  );

function hubWith(order: readonly Tick[], capacity = 1_000): Hub {
  const hub = new Hub(capacity, 0, { now: () => 0, after: (_ms, run) => run() });
  hub.backlog.whole = true;
  hub.append(order);
  return hub;
}

/** Resumes with the ids on the hub and reads to the end; undefined where it was refused. */
function resume(hub: Hub, ids: readonly string[], names = ['*']): Tick[] | undefined {
  const subscriber = hub.subscriber();
  const outcome = subscriber.subscribe({ tickers: names, mode: 'all', history: 0, since: ids });
  if (!outcome.resumed) return undefined;
  const got: Tick[] = [];
  for (let item = subscriber.next(); item; item = subscriber.next()) {
    if (item.type === 'batch') got.push(...item.batch.ticks);
  }
  return got;
}

describe('Resume on a process that reads another member', () => {
  it('with the full list is exact: nothing missing, nothing twice', () => {
    fc.assert(
      fc.property(otherOrder, fc.integer({ min: 1, max: TOTAL }), (order, received) => {
        const had = ticks.slice(0, received);
        const got = resume(
          hubWith(order),
          had.slice(-256).map(({ id }) => id),
        )!;
        const missing = ticks.slice(received).filter((tick) => !got.includes(tick));
        expect(missing).toEqual([]);
        expect(got.filter((tick) => had.includes(tick))).toEqual([]);
      }),
    );
  });

  it('lacks none of the ticks that stand before its newest one there, though they came after it here', () => {
    // The furthest that was measured: t299 stands behind 64 ticks that the client has not had.
    const order = [...ticks.slice(0, 299), ...ticks.slice(300, 300 + DISPLACEMENT), ticks[299]!];
    const hub = hubWith([...order, ...ticks.slice(300 + DISPLACEMENT)]);
    const had = ticks.slice(44, 300).map(({ id }) => id);
    expect(resume(hub, had)).toEqual(ticks.slice(300));
    expect(resume(hub, had.slice(-1))).toEqual(expect.arrayContaining(ticks.slice(300)));
  });

  it('with one id alone may repeat ticks but never omits one', () => {
    fc.assert(
      fc.property(otherOrder, fc.integer({ min: 1, max: TOTAL }), (order, received) => {
        const got = resume(hubWith(order), [ticks[received - 1]!.id])!;
        expect(ticks.slice(received).filter((tick) => !got.includes(tick))).toEqual([]);
        expect(new Set(got).size).toBe(got.length);
      }),
    );
  });

  it('gives only the tickers asked for', () => {
    const got = resume(hubWith(ticks), [ticks[299]!.id], ['ACME'])!;
    expect(new Set(got.map((tick) => tick.ticker))).toEqual(new Set(['ACME']));
    expect(got.at(-1)!.id).toBe('t399');
  });

  it('is refused where the ring has overwritten a part of what it must look through', () => {
    const hub = hubWith(ticks, 200);
    expect(resume(hub, [`t${200 + OVERLAP - 2}`])).toBeUndefined();
    expect(resume(hub, [`t${200 + OVERLAP - 1}`])).toHaveLength(TOTAL - 201);
  });

  it('is refused where none of the ids is held', () => {
    expect(resume(hubWith(ticks), ['nobody', 'knows'])).toBeUndefined();
  });

  it('counts what it missed where the ring overtakes it before it was read', () => {
    const hub = hubWith(ticks, TOTAL);
    const subscriber = hub.subscriber();
    const had = ticks.slice(100, 300).map(({ id }) => id);
    subscriber.subscribe({ tickers: ['PIP'], mode: 'all', history: 10, since: had });
    const more = Array.from({ length: 600 }, (_, n) => ({ id: `m${n}`, time: n, ticker: 'PIP', price: n }));
    hub.append(more);
    const owed =
      ticks.slice(172).filter((tick) => tick.ticker === 'PIP' && !had.includes(tick.id)).length + 600;
    expect(subscriber.next()).toEqual({ type: 'gap', reason: 'slow_consumer', missed: owed - 10 });
    expect(subscriber.next()).toEqual({ type: 'snapshot', ticks: more.slice(-10) });
    expect(subscriber.next()).toBeUndefined();
  });
});
