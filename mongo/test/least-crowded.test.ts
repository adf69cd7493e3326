import { describe, expect, it } from 'vitest';
import { leastCrowded } from '../src/least-crowded.ts';
import { seeded } from './seeded.ts';

/** How many of so many processes, one choosing after the other, came to each member. */
function spread(processes: number, members: readonly string[], seat: (n: number) => number): number[] {
  const tails = new Map(members.map((address) => [address, 0]));
  for (let n = 0; n < processes; n++) {
    const address = leastCrowded(members, tails, seat(n));
    tails.set(address, tails.get(address)! + 1);
  }
  return [...tails.values()];
}

describe('The least crowded member', () => {
  it('gets the next tail, so that eight come to two members four and four, whatever their seats', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const random = seeded(seed);
      expect(
        spread(8, ['a:1', 'b:1'], () => Math.floor(random() * 2 ** 31)),
        `seed ${seed}`,
      ).toEqual([4, 4]);
    }
  });

  it('is, among equals, another for the next seat: those that choose at once, and see nobody, spread', () => {
    const nobody = new Map<string, number>();
    const chosen = [0, 1, 2, 3, 4, 5].map((seat) => leastCrowded(['c:1', 'a:1', 'b:1'], nobody, seat));
    expect(chosen).toEqual(['a:1', 'b:1', 'c:1', 'a:1', 'b:1', 'c:1']);
  });

  it('is not one that did not say how many it carries', () => {
    expect(leastCrowded(['a:1', 'b:1'], new Map([['b:1', 7]]), 0)).toBe('b:1');
  });
});
