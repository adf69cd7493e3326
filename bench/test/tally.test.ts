import { describe, expect, it } from 'vitest';
import { Tally } from '../src/load/tally.ts';

const stretch = (from: number, to: number, publisher = 0) => ({ run: 1, publisher, from, to, sentMicros: 0 });

function tallyOf(...added: ReturnType<typeof stretch>[]): Tally {
  const tally = new Tally();
  for (const each of added) tally.add(each);
  return tally;
}

describe('tally', () => {
  it('counts what comes in order', () => {
    const tally = tallyOf(stretch(0, 99), stretch(100, 100));
    expect([tally.received, tally.lost([101]), tally.doubled, tally.displaced]).toEqual([101, 0, 0, 0]);
  });

  it('counts each publisher by itself', () => {
    const tally = tallyOf(stretch(0, 4, 0), stretch(0, 2, 1), stretch(5, 9, 0));
    expect([tally.lost([10, 5]), tally.doubled]).toEqual([2, 0]);
  });

  it('takes a hole for a loss until it is filled', () => {
    const tally = tallyOf(stretch(0, 1), stretch(5, 9));
    expect(tally.lost([10])).toBe(3);
    tally.add(stretch(3, 3));
    tally.add(stretch(2, 2));
    expect([tally.lost([10]), tally.displaced, tally.doubled]).toEqual([1, 2, 0]);
  });

  it('knows a tick that came before, in a hole once filled too', () => {
    const tally = tallyOf(stretch(0, 1), stretch(3, 4), stretch(2, 2), stretch(2, 2), stretch(4, 4));
    expect([tally.received, tally.doubled, tally.displaced]).toEqual([5, 2, 1]);
  });

  it('splits a stretch into what is new, what fills and what is double', () => {
    const tally = tallyOf(stretch(0, 1), stretch(4, 5), stretch(1, 7));
    expect([tally.received, tally.displaced, tally.doubled]).toEqual([8, 2, 3]);
  });

  it('counts the ticks that never came at the end, and all when none came', () => {
    expect(tallyOf(stretch(0, 4)).lost([10])).toBe(5);
    expect(tallyOf().lost([10, 3])).toBe(13);
  });
});
