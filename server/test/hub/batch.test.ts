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

  it('gives those who stand at the same place the same, once more before anything new comes', () => {
    const { backlog, batches } = topic(5);
    const first = batches.read(all, START, backlog.next);
    expect(batches.read(all, START, backlog.next)).toBe(first);
    expect(batches.read(Filter.of(['ODD'], 'all'), START, backlog.next)).not.toBe(first);
    expect(batches.read(all, START, backlog.next)).toBe(first);
    const later = batches.read(all, { all: 2, allCount: 2, latest: 2, latestCount: 0 }, backlog.next);
    expect(later.ticks.map(({ id }) => id)).toEqual(['t2', 't3', 't4']);
    expect(later.progress).toEqual({ all: 5, allCount: 5, latest: 2, latestCount: 0 });
  });

  it('reads no further than the end for one, though it has for another', () => {
    const { backlog, batches } = topic(5);
    batches.read(all, START, backlog.next);
    const { ticks, progress } = batches.read(all, START, 2);
    expect(ticks.map(({ id }) => id)).toEqual(['t0', 't1']);
    expect(progress.all).toBe(2);
  });

  it('tells apart who was read the newest of each ticker and who was not', () => {
    const { backlog, batches } = topic(4);
    const mixed = Filter.of(['EVEN'], 'all').with(['ODD'], 'latest');
    expect(batches.read(mixed, START, backlog.next).ticks.map(({ id }) => id)).toEqual(['t0', 't2', 't3']);
    const from = { all: 0, allCount: 0, latest: 4, latestCount: 2 };
    expect(batches.read(mixed, from, backlog.next).ticks.map(({ id }) => id)).toEqual(['t0', 't2']);
  });

  it('gives the newest of each ticker in its place once all else is read, and counts the others', () => {
    const { backlog, append, batches } = topic(4);
    const mixed = Filter.of(['EVEN'], 'all').with(['ODD'], 'latest');
    const before = batches.read(mixed, START, 2);
    expect(before.ticks.map(({ id }) => id)).toEqual(['t0']);
    expect(before.conflated).toBe(0);
    expect(before.progress).toEqual({ all: 2, allCount: 1, latest: 0, latestCount: 0 });
    append(3);
    const rest = batches.read(mixed, before.progress, backlog.next);
    expect(rest.ticks.map(({ id }) => id)).toEqual(['t2', 't4', 't5', 't6']);
    expect(rest.conflated).toBe(2);
    expect(rest.progress).toEqual({ all: 7, allCount: 4, latest: 7, latestCount: 3 });
  });

  it('looks for no newest tick of a ticker where nobody wants it alone', () => {
    const { backlog, batches } = topic(3);
    const { ticks, conflated, progress } = batches.read(Filter.of(['EVEN'], 'all'), START, backlog.next);
    expect(ticks.map(({ id }) => id)).toEqual(['t0', 't2']);
    expect(conflated).toBe(0);
    expect(progress).toEqual({ all: 3, allCount: 2, latest: 0, latestCount: 0 });
  });

  it('passes over everything at once for who wants the newest alone', () => {
    const { backlog, batches } = topic(6);
    const latest = Filter.of(['*'], 'latest');
    const { ticks, conflated, progress } = batches.read(latest, START, backlog.next);
    expect(ticks.map(({ id }) => id)).toEqual(['t4', 't5']);
    expect(conflated).toBe(4);
    expect(progress).toEqual({ all: 6, allCount: 0, latest: 6, latestCount: 6 });
    expect(batches.read(latest, START, 3).ticks).toEqual([]);
    expect(batches.read(latest, START, 3).progress.all).toBe(3);
  });

  it('remembers no full one that holds the newest tick of a ticker', () => {
    // 999 even ones and the last odd one: a thousand, up to the newest tick.
    const { backlog, append, batches } = topic(2 * (Limits.batch - 1));
    const mixed = Filter.of(['EVEN'], 'all').with(['ODD'], 'latest');
    const full = batches.read(mixed, START, backlog.next);
    expect(full.ticks).toHaveLength(Limits.batch);
    expect(full.ticks.at(-1)!.id).toBe('t1997');
    append(2);
    const { ticks } = batches.read(mixed, START, backlog.next);
    expect(ticks.map(({ ticker }) => ticker)).not.toContain('ODD');
  });

  it('remembers full ones up to another end only as far as that reaches', () => {
    const { backlog, append, batches } = topic(2 * Limits.batch);
    const full = batches.read(all, START, backlog.next);
    append(1);
    expect(batches.read(all, START, Limits.batch)).toBe(full);
    append(1);
    expect(batches.read(all, START, Limits.batch - 1).ticks).toHaveLength(Limits.batch - 1);
  });
});
