import { expect, test } from 'vitest';
import { Trace, TRACE_MAX } from '../../src/store/trace.ts';

function traceOf(count: number): readonly number[] {
  const trace = new Trace();
  for (let price = 1; price <= count; price++) trace.add(price);
  return trace.points;
}

test('a few prices are its points', () => {
  expect(traceOf(3)).toEqual([1, 2, 3]);
});

test('many prices are told by a bounded number of points, which end with the last', () => {
  for (const count of [TRACE_MAX, TRACE_MAX + 1, 1000, 54_321]) {
    const points = traceOf(count);
    expect(points.at(-1)).toBe(count);
    expect(points.length).toBeLessThanOrEqual(TRACE_MAX);
    expect(points.length).toBeGreaterThan(TRACE_MAX / 2 - 1);
  }
});

test('its points stand for as many ticks each, from the first on', () => {
  const points = traceOf(TRACE_MAX * 8);
  const steps = points.slice(1).map((price, at) => price - (points[at] ?? 0));
  expect(new Set(steps)).toEqual(new Set([8]));
  expect(points[0]).toBe(8);
});
