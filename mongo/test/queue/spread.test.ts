import { describe, expect, it } from 'vitest';
import { Spread } from '../../src/queue/spread.ts';
import { seeded } from '../seeded.ts';

/** The windows that a hundred claims of ten jobs go for. */
function windows(spread: Spread): Set<number> {
  return new Set(Array.from({ length: 1_000 }, () => spread.skip(10) / 10));
}

describe('Spread', () => {
  it('goes for the first jobs while it meets nobody', () => {
    const spread = new Spread(seeded(1));
    for (let n = 0; n < 10; n++) spread.learn(10, 10);
    expect([...windows(spread)]).toEqual([0]);
  });

  it('spreads over twice as many windows each time that it meets others, up to 32, the first among them', () => {
    const spread = new Spread(seeded(2));
    const widths: number[] = [];
    for (let n = 0; n < 7; n++) {
      spread.learn(10, 9);
      const seen = windows(spread);
      expect(seen).toContain(0);
      widths.push(seen.size);
    }
    expect(widths).toEqual([2, 4, 8, 16, 32, 32, 32]);
  });

  it('comes back to the first when it meets nobody any more', () => {
    const spread = new Spread(seeded(3));
    for (let n = 0; n < 7; n++) spread.learn(10, 0);
    for (let n = 0; n < 16; n++) spread.learn(10, 10);
    expect([...windows(spread)]).toEqual([0]);
  });

  it('comes back at once when there are no jobs that far back', () => {
    const spread = new Spread(seeded(4));
    for (let n = 0; n < 7; n++) spread.learn(10, 0);
    spread.narrow();
    expect([...windows(spread)]).toEqual([0]);
  });

  it('skips no more than 4096 jobs', () => {
    const spread = new Spread(() => 0.999);
    for (let n = 0; n < 7; n++) spread.learn(1_000, 0);
    expect(spread.skip(1_000)).toBe(4_000);
    expect(spread.skip(5_000)).toBe(0);
  });
});
