import { Limits, type Tick } from '@ticker/protocol';
import { describe, expect, it } from 'vitest';
import { Backlog } from '../../src/hub/backlog.ts';
import { Batches, type Progress } from '../../src/hub/batch.ts';
import { Filter } from '../../src/hub/filter.ts';

const START: Progress = { all: 0, allCount: 0, latest: 0, latestCount: 0 };

function topic(count: number) {
  const backlog = new Backlog(10_000);
  const append = (more: number): void => {
    const ticks = Array.from({ length: more }, (_, index): Tick => {
      const number = backlog.next + index;
      return { id: `t${number}`, time: 0, ticker: number % 2 ? 'ODD' : 'EVEN', price: number };
    });
    backlog.append(ticks);
  };
  append(count);
  return { backlog, append, batches: new Batches(backlog) };
}

const all = Filter.of(['*'], 'all');

describe('Batches', () => {
  it('reads a full batch once for all who come back to the same place, one after the other', () => {
    const { backlog, append, batches } = topic(2.5 * Limits.batch);
    const first = batches.read(all, START, backlog.next);
    const second = batches.read(all, first.progress, backlog.next);
    append(1);
    expect(batches.read(all, START, backlog.next)).toBe(first);
    expect(batches.read(all, first.progress, backlog.next)).toBe(second);
  });

  it('reads one that was not full again, with what has come since', () => {
    const { backlog, append, batches } = topic(3);
    const before = batches.read(all, START, backlog.next);
    append(1);
    expect(before.ticks).toHaveLength(3);
    expect(batches.read(all, START, backlog.next).ticks).toHaveLength(4);
  });

  it('does not read past the end that is asked for', () => {
    const { backlog, append, batches } = topic(2 * Limits.batch);
    batches.read(all, START, backlog.next);
    append(1);
    expect(batches.read(all, START, 10).ticks).toHaveLength(10);
  });

  it('keeps those of other tickers apart', () => {
    const { backlog, append, batches } = topic(4 * Limits.batch);
    batches.read(Filter.of(['ODD'], 'all'), START, backlog.next);
    append(1);
    const { ticks } = batches.read(Filter.of(['EVEN'], 'all'), START, backlog.next);
    expect(new Set(ticks.map(({ ticker }) => ticker))).toEqual(new Set(['EVEN']));
  });

  it('remembers no newest tick of a ticker that has newer ones', () => {
    const { backlog, append, batches } = topic(2 * Limits.batch);
    const mixed = Filter.of(['EVEN'], 'all').with(['ODD'], 'latest');
    batches.read(mixed, START, backlog.next);
    append(2);
    const { ticks } = batches.read(mixed, START, backlog.next);
    const odd = ticks.filter(({ ticker }) => ticker === 'ODD').map(({ price }) => price);
    expect(odd.every((price) => price === backlog.next - 1)).toBe(true);
  });
});
