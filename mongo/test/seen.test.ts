import { expect, it } from 'vitest';
import { Seen } from '../src/seen.ts';

function seenOf(count: number): Seen {
  const seen = new Seen(3);
  for (let n = 0; n < count; n++) seen.add(`t${n}`);
  return seen;
}

it('holds as many ids as it may, the newest, each at a position of its own', () => {
  const seen = seenOf(7);
  expect(['t3', 't4', 't5', 't6', 't7'].map((id) => seen.position(id))).toEqual([
    undefined,
    4,
    5,
    6,
    undefined,
  ]);
  expect([seen.first, seen.next]).toEqual([4, 7]);
});

it('holds all until there are too many', () => {
  const seen = seenOf(3);
  expect(seen.position('t0')).toBe(0);
  expect([seen.first, seen.next]).toEqual([0, 3]);
});

it('knows no id of a topic that was made anew, and goes on counting', () => {
  const seen = seenOf(7);
  seen.clear();
  expect(seen.position('t6')).toBeUndefined();
  expect([seen.first, seen.next]).toEqual([7, 7]);
  for (let n = 0; n < 4; n++) seen.add(`again${n}`);
  expect(['again0', 'again1', 'again3'].map((id) => seen.position(id))).toEqual([undefined, 8, 10]);
});
