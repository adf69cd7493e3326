import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { STATE_MS, unhurried } from '../../src/store/unhurried.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Its frames come every 20 ms, by a clock that the test winds. */
function setUp() {
  const later = unhurried(
    (callback) => setTimeout(callback, 20 - (Date.now() % 20)),
    () => Date.now(),
  );
  vi.setSystemTime(1_000_000);
  const begun = Date.now();
  const called: number[] = [];
  const ask = (then = (): void => {}): void =>
    later(() => {
      called.push(Date.now() - begun);
      then();
    });
  return { ask, called };
}

test('what is asked for after a pause comes with the next frame', () => {
  const { ask, called } = setUp();
  ask();
  vi.advanceTimersByTime(1000);
  ask();
  vi.advanceTimersByTime(1000);
  expect(called).toEqual([20, 1020]);
});

test('what is asked for all the time comes with the first frame after a rest', () => {
  const { ask, called } = setUp();
  const on = (): void => ask(on);
  on();
  vi.advanceTimersByTime(4 * STATE_MS);
  // The frame at the very end of a rest has begun before it.
  expect(called).toEqual([20, 140, 260, 380]);
});
