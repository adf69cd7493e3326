import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Fresh } from '../src/fresh.ts';

let asked: number;
let fails: boolean;
let fresh: Fresh<number>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  asked = 0;
  fails = false;
  fresh = new Fresh(async () => {
    asked++;
    if (fails) throw new Error('away');
    return asked;
  }, 1_000);
});
afterEach(() => {
  vi.useRealTimers();
});

it('gives those who ask within the time one answer, and then another', async () => {
  expect(await Promise.all([fresh.newest(), fresh.newest()])).toEqual([1, 1]);
  vi.advanceTimersByTime(1_000);
  expect(await fresh.newest()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await fresh.newest()).toBe(2);
});

it('gives a failure to those who asked for it, and asks again for the next', async () => {
  fails = true;
  const both = [fresh.newest(), fresh.newest()];
  await expect(both[0]).rejects.toThrow('away');
  await expect(both[1]).rejects.toThrow('away');
  fails = false;
  expect(await fresh.newest()).toBe(2);
});
