import { expect, test } from 'vitest';
import { heldName, optionName } from '../../../src/ui/watchlist/option-name.ts';
import { row } from './rows.ts';

test.each([
  [row('PIP', 40, 50), 'PIP 50.00 up +10.00 +25.00%'],
  [row('ACME', 8, 7), 'ACME 7.00 down -1.00 -12.50%'],
  [row('ZORG', 5, 5), 'ZORG 5.00 0.00 0.00%'],
  [row('NEW', 0, 3), 'NEW 3.00 up +3.00'],
])('an option is called by its ticker, price and change: %#', (one, name) => {
  expect(optionName(one)).toBe(name);
});

test('the name of the option that a screen reader is at stays as it is while its price changes', () => {
  const before = heldName(null, row('PIP', 40, 50));
  expect(before).toEqual({ ticker: 'PIP', name: 'PIP 50.00 up +10.00 +25.00%' });
  expect(heldName(before, row('PIP', 40, 60))).toBe(before);
});

test('it is renewed when another becomes active, and when the focus comes back', () => {
  const before = heldName(null, row('PIP', 40, 50));
  expect(heldName(before, row('ACME', 8, 7))?.name).toBe('ACME 7.00 down -1.00 -12.50%');
  const away = heldName(before, undefined);
  expect(away).toBeNull();
  expect(heldName(away, row('PIP', 40, 60))?.name).toBe('PIP 60.00 up +20.00 +50.00%');
});
