import { OVERLAP, type Tick } from '@ticker/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Rejoin } from '../src/rejoin.ts';
import { Seen } from '../src/seen.ts';

// A reader follows one member, loses it, and reads the topic again from another one, whose order differs by up to 64
// positions and whose ring has rolled over meanwhile. The model knows every tick that there ever was.

const DISPLACEMENT = 64;

interface Scene {
  readonly ring: number;
  readonly backlog: number;
  readonly read: number;
  readonly later: number;
  readonly shifts: readonly number[];
  readonly batch: number;
}

const scene = (smallestRing: number) =>
  fc
    .record({
      ring: fc.integer({ min: smallestRing, max: 900 }),
      backlog: fc.integer({ min: 400, max: 900 }),
      read: fc.integer({ min: 1, max: 1500 }),
      later: fc.integer({ min: 0, max: 1200 }),
      batch: fc.integer({ min: 1, max: 400 }),
    })
    .chain((numbers) =>
      fc
        .array(fc.integer({ min: 0, max: DISPLACEMENT }), { minLength: 50, maxLength: 50 })
        .map((shifts) => ({ ...numbers, shifts })),
    );

const tick = (n: number): Tick => ({ id: `t${n}`, time: n, ticker: 'PIP', price: n });

/** Reads the scene to the end. Gives what was delivered after the reopening, and the index of the gap if any. */
function rejoin({ ring, backlog, read, later, shifts, batch }: Scene): {
  delivered: number[];
  gapAt: number;
  held: number[];
} {
  const seen = new Seen(backlog);
  for (let n = 0; n < read; n++) seen.add(`t${n}`);
  const held = Array.from({ length: seen.next - seen.first }, (_, n) => seen.first + n);
  const order = Array.from({ length: read + later }, (_, n) => n).toSorted(
    (a, b) => a + shifts[a % 50]! - (b + shifts[b % 50]!),
  );
  const scan = order.slice(-ring);
  const delivered: number[] = [];
  let gapAt = -1;
  let join: Rejoin | undefined = new Rejoin(seen, read <= ring, read + later > ring);
  const deliver = (ticks: readonly Tick[]): void => {
    for (const { id, price } of ticks) {
      if (seen.position(id) !== undefined) throw new Error(`${id} twice`);
      seen.add(id);
      delivered.push(price);
    }
  };
  for (let at = 0; at < scan.length; at += batch) {
    const ticks = scan.slice(at, at + batch).map(tick);
    const results = join ? [join.take(ticks), ...(at + batch >= scan.length ? [join.end()] : [])] : [];
    if (!join) deliver(ticks.filter(({ id }) => seen.position(id) === undefined));
    for (const { gap, lost, ticks: fresh } of results) {
      if (lost) {
        // What the tail does then: a gap, and the scan again with everything unknown taken as new.
        gapAt = delivered.length;
        join = undefined;
        at = -batch;
        break;
      }
      if (gap) gapAt = delivered.length;
      deliver(fresh);
    }
    if (join?.settled) join = undefined;
  }
  return { delivered, gapAt, held };
}

describe('Rejoin, reading a topic again on another member', () => {
  it('delivers everything new that the ring holds, or announces a gap; nothing twice, nothing old', () => {
    fc.assert(
      fc.property(scene(1), (it) => {
        const { delivered, gapAt } = rejoin(it);
        const missing = Array.from({ length: it.later }, (_, n) => it.read + n).filter(
          (n) => !delivered.includes(n),
        );
        if (missing.length > 0) expect(gapAt, `${missing.length} lost in silence`).toBe(0);
        expect(delivered.filter((n) => n < it.read)).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('announces no gap where the ring still reaches back far enough', () => {
    fc.assert(
      fc.property(
        scene(400).filter(({ ring, later, read }) => read > 0 && later + OVERLAP + 2 * DISPLACEMENT < ring),
        (it) => {
          expect(rejoin(it).gapAt).toBe(-1);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('does not take the newest held tick for a proof: what stood just before it there may be overwritten', () => {
    const seen = new Seen(1000);
    // t499 has not come from the first member, where it stood behind t500. On the second one it stood before it.
    for (let n = 0; n <= 500; n++) if (n !== 499) seen.add(`t${n}`);
    const join = new Rejoin(seen, false, true);
    expect(join.take([tick(500), tick(501)])).toEqual({ ticks: [], gap: false, lost: false });
    expect(join.end()).toEqual({ ticks: [tick(501)], gap: true, lost: false });
  });

  it('takes everything as new on the first fill', () => {
    const join = new Rejoin(new Seen(10), false, true);
    expect(join.settled).toBe(true);
    expect(join.take([tick(1), tick(2)])).toEqual({ ticks: [tick(1), tick(2)], gap: false, lost: false });
  });

  it('announces a gap where every held tick is gone from the topic', () => {
    const seen = new Seen(1000);
    for (let n = 0; n < 500; n++) seen.add(`t${n}`);
    const join = new Rejoin(seen, true, true);
    expect(join.take([tick(900), tick(901)])).toEqual({ ticks: [], gap: false, lost: false });
    expect(join.end()).toEqual({ ticks: [tick(900), tick(901)], gap: true, lost: false });
  });
});
