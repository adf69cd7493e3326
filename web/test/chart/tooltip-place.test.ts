import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tooltipPlace } from '../../src/chart/tooltip-place.ts';

const tooltip = { width: 240, height: 90 };
const figure = { width: 800, height: 400 };

test('it stands beside what is pointed at, on the side with room', () => {
  expect(tooltipPlace({ x: 100, y: 200 }, tooltip, figure, false)).toEqual({ x: 114, y: 155 });
  expect(tooltipPlace({ x: 700, y: 200 }, tooltip, figure, false)).toEqual({ x: 446, y: 155 });
});

test('it stands over a finger, and under it where there is no room above', () => {
  expect(tooltipPlace({ x: 400, y: 300 }, tooltip, figure, true)).toEqual({ x: 280, y: 166 });
  expect(tooltipPlace({ x: 400, y: 60 }, tooltip, figure, true)).toEqual({ x: 280, y: 104 });
});

const phone = { width: 290, height: 280 };

test('it is never outside the figure, and on the smallest one never under a finger', () => {
  const place = fc.record({ x: fc.integer({ min: 0, max: 290 }), y: fc.integer({ min: 0, max: 280 }) });
  fc.assert(
    fc.property(place, fc.boolean(), (at, touch) => {
      const { x, y } = tooltipPlace(at, tooltip, phone, touch);
      expect(x >= 0 && x + tooltip.width <= phone.width).toBe(true);
      expect(y >= 0 && y + tooltip.height <= phone.height).toBe(true);
      if (touch) expect(Math.max(y - at.y, at.y - (y + tooltip.height))).toBeGreaterThanOrEqual(44);
    }),
  );
});
