import { beforeEach, describe, expect, it } from 'vitest';
import { LastWrites } from '../src/last-writes.ts';

const others = ['primary', 'secondary', 'other'];
let now: number;
let writes: LastWrites;

beforeEach(() => {
  now = 100_000;
  writes = new LastWrites(() => now);
});

/** All members are heard of, each a third of a second after the one before; a second passes. */
function heartbeat(primary: number, secondary: number, other = secondary): void {
  for (const [address, write] of [
    ['primary', primary],
    ['secondary', secondary],
    ['other', other],
  ] as const) {
    writes.hear(address, write);
    now += 333;
  }
}

describe('The lag of members', () => {
  it('is known from the first news on', () => {
    heartbeat(60_000, 50_000, 60_000);
    expect(writes.lagMs('secondary', others)).toBe(10_000);
    expect(writes.lagMs('other', others)).toBe(0);
  });

  it('is unknown of one that was never heard of', () => {
    expect(writes.lagMs('secondary', others)).toBeUndefined();
  });

  it('is against those that were heard of', () => {
    writes.hear('secondary', 50_000);
    expect(writes.lagMs('secondary', others)).toBe(0);
  });

  it('is none on a set that writes once in ten seconds, whoever is heard of first', () => {
    heartbeat(50_000, 50_000);
    for (let second = 1; second < 60; second++) {
      const write = 50_000 + 10_000 * Math.floor(second / 10);
      writes.hear('other', write);
      for (const address of others) expect(writes.lagMs(address, others), `${second} s`).toBe(0);
      // The secondary is asked just before it gets the write.
      heartbeat(write, second % 10 === 0 ? write - 10_000 : write, write);
      for (const address of others) expect(writes.lagMs(address, others), `${second} s`).toBe(0);
    }
  });

  it('shows within two seconds where one falls behind', () => {
    for (let second = 0; second <= 8; second++) heartbeat(50_000 + 1_000 * second, 50_000);
    expect(writes.lagMs('secondary', others)).toBeGreaterThanOrEqual(6_000);
    expect(writes.lagMs('primary', others)).toBe(0);
  });

  it('grows of one that is not heard of any more', () => {
    heartbeat(50_000, 50_000);
    for (let second = 1; second <= 10; second++) {
      writes.hear('primary', 50_000 + 1_000 * second);
      now += 1_000;
    }
    expect(writes.lagMs('secondary', others)).toBeGreaterThanOrEqual(6_000);
  });
});
