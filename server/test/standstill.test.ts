import { expect, it } from 'vitest';
import { standstillOf } from '../src/standstill.ts';

it.each([
  ['live', 'SECONDARY', undefined],
  ['filling', 'SECONDARY', undefined],
  // It reads the primary itself, for want of another: ticks come.
  ['degraded', 'PRIMARY', undefined],
  ['degraded', 'SECONDARY', 'no_primary'],
  ['stalled', 'SECONDARY', 'unreadable'],
  ['disconnected', 'UNKNOWN', 'unreadable'],
  ['disconnected', null, 'unreadable'],
] as const)('a tail that is %s, of a %s: %s', (state, memberState, standstill) => {
  expect(standstillOf({ state, memberState })).toBe(standstill);
});
