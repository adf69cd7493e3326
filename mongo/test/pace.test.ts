import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Pace } from '../src/pace.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

/** A second of so many ticks, read one by one as they come. */
function second(pace: Pace, ticks: number): void {
  for (let n = 0; n < ticks; n++) {
    vi.advanceTimersByTime(1_000 / ticks);
    pace.read(1, true);
  }
}

describe('Pace', () => {
  it('flows from a rate on at which asking costs less, and no more from a somewhat lower one on', () => {
    const pace = new Pace();
    second(pace, 100);
    expect(pace.flows).toBe(false);
    second(pace, 400);
    expect(pace.flows).toBe(true);
    second(pace, 120);
    expect(pace.flows).toBe(true);
    second(pace, 100);
    expect(pace.flows).toBe(false);
  });

  it('is not told by two ticks that come together', () => {
    const pace = new Pace();
    second(pace, 10);
    vi.advanceTimersByTime(1);
    pace.read(2, true);
    expect(pace.flows).toBe(false);
  });

  it('lasts when it has flowed for two seconds', () => {
    const pace = new Pace();
    vi.advanceTimersByTime(500);
    pace.read(1_000, true);
    vi.advanceTimersByTime(1_999);
    expect(pace.lasts).toBe(false);
    vi.advanceTimersByTime(1);
    expect(pace.lasts).toBe(true);
  });

  it('does not last in bursts that come every second: each would close a change stream, and open another', () => {
    const pace = new Pace();
    for (let burst = 0; burst < 5; burst++) {
      for (let wait = 0; wait < 50; wait++) {
        vi.advanceTimersByTime(20);
        pace.read(wait === 0 ? 100 : 0, false);
        expect(pace.lasts).toBe(false);
      }
    }
    for (let n = 0; n < 3; n++) second(pace, 400);
    expect(pace.lasts).toBe(true);
  });

  it('flows no more once nothing comes', () => {
    const pace = new Pace();
    second(pace, 400);
    vi.advanceTimersByTime(1_000);
    pace.read(0, false);
    expect(pace.flows).toBe(false);
  });

  it('trusts a change stream until a read meets a tick that it had not told of, and again once it does', () => {
    const pace = new Pace();
    expect(pace.trusted).toBe(true);
    pace.read(1, false);
    expect(pace.trusted).toBe(false);
    // It tells of what was read long since: it is late.
    pace.read(0, true);
    expect(pace.trusted).toBe(false);
    pace.read(1, true);
    expect(pace.trusted).toBe(true);
  });

  it('trusts a change stream that was opened anew', () => {
    const pace = new Pace();
    pace.read(1, false);
    pace.opened();
    expect(pace.trusted).toBe(true);
  });
});
