import { OVERLAP, type Tick } from '@ticker/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { Rejoin } from '../src/rejoin.ts';
import { Seen } from '../src/seen.ts';

// Where the bounds of what `Rejoin` decides lie; that its decisions are right is the model's to say.

/** Held: t0 … t499. A held tick proves that nothing was overwritten if it is OVERLAP behind the newest, or more. */
const HELD = 500;
const PROOF = HELD - OVERLAP;
const HOLD = 2 * OVERLAP;

let seen: Seen;
beforeEach(() => {
  seen = new Seen(1_000);
  for (let n = 0; n < HELD; n++) seen.add(`t${n}`);
});

const tick = (id: string): Tick => ({ id, time: 0, ticker: 'PIP', price: 1 });
const held = (position: number): Tick => tick(`t${position}`);
const unknown = (count: number): Tick[] => Array.from({ length: count }, (_, n) => tick(`new${n}`));

describe('A reader that rejoins a topic that may hold what is older than it ever read', () => {
  let join: Rejoin;
  beforeEach(() => (join = new Rejoin(seen, false, true)));

  it('takes what comes after a held tick as far back as OVERLAP for new, without a gap', () => {
    expect(join.take([held(PROOF), ...unknown(2)])).toEqual({ ticks: unknown(2), gap: false, lost: false });
    expect(join.settled).toBe(true);
    expect(join.end()).toEqual({ ticks: [], gap: false, lost: false });
  });

  it('announces a gap where it met none so far back', () => {
    expect(join.take([held(PROOF + 1), ...unknown(2)])).toEqual({ ticks: [], gap: false, lost: false });
    expect(join.end()).toEqual({ ticks: unknown(2), gap: true, lost: false });
  });

  it('takes for old what it meets before the held ticks have begun for certain', () => {
    expect(join.take([held(OVERLAP - 1), ...unknown(1)]).ticks).toEqual([]);
    expect(join.take([held(OVERLAP), tick('newer')]).ticks).toEqual([tick('newer')]);
  });

  it('looks for the proof no longer than through twice the overlap', () => {
    const news = unknown(HOLD - 1);
    expect(join.take([held(HELD - 1), ...news.slice(0, -1)])).toEqual({ ticks: [], gap: false, lost: false });
    expect(join.take(news.slice(-1))).toEqual({ ticks: news, gap: true, lost: false });
    expect(join.settled).toBe(true);
  });

  it('is lost where more is unknown than it keeps', () => {
    expect(join.take([...unknown(HOLD), held(HELD - 1)])).toEqual({
      ticks: unknown(HOLD),
      gap: true,
      lost: false,
    });
    join = new Rejoin(seen, false, true);
    expect(join.take([...unknown(HOLD + 1), held(HELD - 1)])).toEqual({ ticks: [], gap: true, lost: true });
  });

  it('is lost where nothing held is there any more', () => {
    join.take(unknown(2));
    expect(join.end()).toEqual({ ticks: [], gap: true, lost: true });
  });

  it('has nothing to announce where the topic is empty', () => {
    expect(join.end()).toEqual({ ticks: [], gap: false, lost: false });
  });

  it('rejoins by the newer half of what it holds, where that is little', () => {
    seen = new Seen(10);
    for (let n = 0; n < 1_000; n++) seen.add(`t${n}`);
    join = new Rejoin(seen, false, true);
    join.take([held(995), ...unknown(1)]);
    expect(join.end()).toEqual({ ticks: unknown(1), gap: true, lost: false });
    join = new Rejoin(seen, false, true);
    join.take([held(994), ...unknown(1)]);
    expect(join.end().lost).toBe(true);
  });
});

describe('A reader that holds all that ever was in a topic', () => {
  it('takes what is unknown for new also before the proof, and gives it once', () => {
    const join = new Rejoin(seen, true, true);
    expect(join.take(unknown(2)).ticks).toEqual([]);
    expect(join.take([held(PROOF)]).ticks).toEqual(unknown(2));
    expect(join.take([held(PROOF - 1), tick('newer')]).ticks).toEqual([tick('newer')]);
  });

  it('is not lost however much is new', () => {
    const join = new Rejoin(seen, true, true);
    expect(join.take([held(HELD - 1), ...unknown(3 * HOLD)])).toEqual({
      ticks: unknown(3 * HOLD),
      gap: true,
      lost: false,
    });
    // What was given is not given again by a proof that comes late.
    expect(join.take([held(PROOF)]).ticks).toEqual([]);
  });
});
