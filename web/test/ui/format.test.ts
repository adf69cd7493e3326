import { expect, test } from 'vitest';
import { directionOf } from '../../src/ui/change-text.tsx';
import { formatChange, formatPercent, formatPrice } from '../../src/ui/format.ts';

/** Numbers are written as the reader's language has them; what is checked here is how English does it. */
const english = new Intl.NumberFormat().resolvedOptions().locale.startsWith('en');

test.runIf(english).each([
  [44.51, '44.51'],
  [33.123_456_789, '33.1235'],
  [0, '0.00'],
  [0.5, '0.50'],
  [0.000_012_34, '0.00001234'],
  [1234.5, '1,234.50'],
  [-3, '-3.00'],
  [1.7e308, '1.7E308'],
  [2e-9, '2E-9'],
])('the price %d is written %s', (price, text) => {
  expect(formatPrice(price)).toBe(text);
});

test.runIf(english)('a change has a sign, and no dust of binary fractions', () => {
  expect([44.51 - 44.09, -0.25, 0].map(formatChange)).toEqual(['+0.42', '-0.25', '0.00']);
  expect(formatPercent(0.012_34)).toBe('+1.23%');
});

test('no change has no direction', () => {
  expect([null, 0, 1, -1].map(directionOf)).toEqual(['flat', 'flat', 'up', 'down']);
});
