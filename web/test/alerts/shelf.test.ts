import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  aged,
  EMPTY,
  held,
  nextAging,
  released,
  type Shelf,
  SHOWN_MAX,
  STAY_MS,
  withoutToast,
  withToast,
} from '../../src/alerts/shelf.ts';
import { alert } from '../feed/driver.ts';

function shelf(...ids: string[]): Shelf {
  return ids.reduce((all, id) => withToast(all, alert(id), 0), EMPTY);
}

const idsOf = ({ toasts }: Shelf): string[] => toasts.map((toast) => toast.alert.id);

test('shows three, and counts the others', () => {
  const full = shelf('a', 'b', 'c', 'd', 'e');
  expect([idsOf(full), full.more]).toEqual([['a', 'b', 'c'], 2]);
  expect(idsOf(withToast(withoutToast(full, 'b'), alert('f'), 0))).toEqual(['a', 'c', 'f']);
});

test('a toast goes after 20 s, and the last one takes the count with it', () => {
  const full = shelf('a', 'b', 'c', 'd');
  expect(nextAging(full)).toBe(STAY_MS);
  expect(idsOf(aged(full, STAY_MS - 1))).toHaveLength(3);
  expect(aged(full, STAY_MS)).toEqual(EMPTY);
  expect(['a', 'b', 'c'].reduce(withoutToast, full)).toEqual(EMPTY);
});

test('time stands still while it is held, and goes on with what was left', () => {
  const one = held(shelf('a'), 5000);
  expect([nextAging(one), idsOf(aged(one, 1e9))]).toEqual([null, ['a']]);
  expect(nextAging(released(one, 105_000))).toBe(100_000 + STAY_MS);
});

test('one that comes while others are held has all of its time when they are let go', () => {
  const two = withToast(held(shelf('a'), 5000), alert('b'), 60_000);
  const { toasts } = released(two, 100_000);
  expect(toasts.map(({ until }) => until)).toEqual([95_000 + STAY_MS, 100_000 + STAY_MS]);
});

type Act = (shelf: Shelf, now: number) => Shelf;

test('whatever happens, it is bounded, shows nothing twice, and nothing stays on it for ever', () => {
  let made = 0;
  const act = fc.constantFrom<Act>(
    (one, now) => withToast(one, alert(`a${made++}`), now),
    (one) => withoutToast(one, one.toasts[0]?.alert.id ?? ''),
    held,
    released,
    aged,
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(act, fc.nat({ max: 9000 })), { maxLength: 50 }), (acts) => {
      let now = 0;
      let one = EMPTY;
      for (const [does, ms] of acts) {
        now += ms;
        one = does(one, now);
        expect(one.toasts.length).toBeLessThanOrEqual(SHOWN_MAX);
        expect(new Set(idsOf(one)).size).toBe(one.toasts.length);
        if (one.toasts.length === 0) expect(one).toEqual(EMPTY);
      }
      expect(aged(released(one, now), now + STAY_MS)).toEqual(EMPTY);
    }),
  );
});
