import { EVERY_TICKER } from '@ticker/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Backlog } from '../../src/hub/backlog.ts';
import { LeftOut, NO_FLOORS } from '../../src/hub/left-out.ts';
import { topic } from './topic.ts';

let backlog: Backlog;
beforeEach(() => {
  const { append, ...made } = topic();
  append('A B A B C A B C A B');
  backlog = made.backlog;
});

/** The positions of the whole backlog that are left out. */
const positions = (left: LeftOut): number[] =>
  Array.from({ length: backlog.next }, (_, at) => at).filter((at) => left.has(at, backlog.at(at).ticker));

/** That it counts what it leaves out, from whatever position. */
function counts(left: LeftOut, from: number): void {
  for (let at = from; at <= backlog.next; at++)
    expect(left.countFrom(at), `from ${at}`).toBe(
      positions(left).filter((position) => position >= at).length,
    );
}

describe('A stretch that is sent again', () => {
  it('leaves out what the client lists of its tickers', () => {
    const left = new LeftOut(backlog, new Set(['A', 'C']), 0, [2, 3, 4], NO_FLOORS);
    expect(positions(left)).toEqual([2, 4]);
    expect([left.end, ...left.listed]).toEqual([5, 2, 4]);
    counts(left, 0);
  });

  it('leaves out nothing from before it: what is listed there counts for nothing', () => {
    const left = new LeftOut(backlog, EVERY_TICKER, 3, [1, 2, 3], NO_FLOORS);
    expect([...left.listed]).toEqual([3]);
    expect([left.end, left.countFrom(3), left.countFrom(4)]).toEqual([4, 1, 0]);
  });

  it('leaves out each ticker up to its floor, and what is listed beyond', () => {
    const floors = { base: 0, named: new Map([['A', 6]]) };
    const left = new LeftOut(backlog, new Set(['A', 'B']), 0, [0, 1, 8], floors);
    expect(positions(left)).toEqual([0, 1, 2, 5, 8]);
    expect([...left.listed]).toEqual([1, 8]);
    expect(left.end).toBe(9);
    expect(left.floors).toEqual({ base: 0, named: new Map([['A', 6]]) });
    counts(left, 0);
  });

  it('of all tickers leaves out all up to the base, and some further', () => {
    const floors = { base: 3, named: new Map([['B', 7]]) };
    const left = new LeftOut(backlog, EVERY_TICKER, 0, [1, 5, 6], floors);
    expect(positions(left)).toEqual([0, 1, 2, 3, 5, 6]);
    expect([...left.listed]).toEqual([5]);
    expect(left.end).toBe(7);
    expect(left.floors).toEqual(floors);
    counts(left, 0);
  });

  it('of some tickers leaves out each up to the base that has no floor of its own', () => {
    const left = new LeftOut(backlog, new Set(['A', 'C']), 0, [], { base: 5, named: new Map([['A', 7]]) });
    expect(left.floors).toEqual({
      base: 0,
      named: new Map([
        ['A', 7],
        ['C', 5],
      ]),
    });
    expect(left.end).toBe(7);
    expect([left.has(5, 'A'), left.has(4, 'C'), left.has(7, 'C'), left.has(8, 'A')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([0, 2, 3, 5, 6].map((at) => left.countFrom(at))).toEqual([4, 3, 2, 1, 0]);
  });

  it('remembers no floor that lies before it', () => {
    const floors = {
      base: 2,
      named: new Map([
        ['A', 2],
        ['B', 4],
        ['C', 5],
      ]),
    };
    expect([...new LeftOut(backlog, EVERY_TICKER, 4, [], floors).floors.named.keys()]).toEqual(['C']);
    expect([...new LeftOut(backlog, EVERY_TICKER, 0, [], floors).floors.named.keys()]).toEqual(['B', 'C']);
  });

  it('of whoever reads what comes leaves out nothing', () => {
    expect([LeftOut.nothing.end, LeftOut.nothing.countFrom(0)]).toEqual([0, 0]);
    expect(LeftOut.nothing.has(0, 'A')).toBe(false);
  });
});
