import { describe, expect, it } from 'vitest';
import { LastIds } from '../src/load/last-ids.ts';

const ids = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => String(from + index));

describe('the ids that a client got last', () => {
  it('are the newest 256, oldest first, whatever frames they came in', () => {
    const last = new LastIds();
    for (let from = 0; from < 1_000; from += 10) last.add(ids(from, from + 10));
    last.add(ids(1_000, 1_003));
    expect(last.list).toEqual(ids(1_003 - 256, 1_003));
    last.add(ids(1_003, 1_700));
    expect(last.list).toEqual(ids(1_700 - 256, 1_700));
    expect(last.newest).toBe('1699');
  });

  it('are full from 128 on', () => {
    const last = new LastIds();
    last.add(ids(0, 127));
    expect(last.full).toBe(false);
    last.add(ids(127, 128));
    expect(last.full).toBe(true);
  });

  it('can be forgotten', () => {
    const last = new LastIds();
    last.add(ids(0, 300));
    last.clear();
    expect(last).toMatchObject({ list: [], full: false, newest: undefined });
    last.add(ids(0, 5));
    expect(last.list).toEqual(ids(0, 5));
  });
});
