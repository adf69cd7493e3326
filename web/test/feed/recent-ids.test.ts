import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasId, newestIds, NO_IDS, RECENT_MAX, withIds, withoutRecent } from '../../src/feed/recent-ids.ts';

test('remembers the newest ids in order, is bounded, and never changes what it was', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1200 }), { maxLength: 12 }), (sizes) => {
      let recent = NO_IDS;
      const all: string[] = [];
      for (const size of sizes) {
        const ids = Array.from({ length: size }, (_, n) => `${all.length + n}`);
        const before = recent;
        const count = before.open.size;
        recent = withIds(recent, ids);
        all.push(...ids);
        expect(before.open.size).toBe(count);
      }
      const held = [...recent.sealed, recent.open].flatMap((chunk) => Array.from(chunk));
      expect(held.length).toBeLessThanOrEqual(RECENT_MAX);
      expect(held).toEqual(all.slice(-held.length || all.length));
      expect(held.length).toBeGreaterThanOrEqual(Math.min(all.length, RECENT_MAX - 512));
      expect(newestIds(recent, 256)).toEqual(all.slice(-256));
      expect(all.slice(-256).every((id) => hasId(recent, id))).toBe(true);
    }),
  );
});

test('an id comes through once, within a batch and across them', () => {
  const recent = withIds(NO_IDS, ['a']);
  expect(withoutRecent(recent, [{ id: 'a' }, { id: 'b' }, { id: 'b' }])).toEqual([{ id: 'b' }]);
});
