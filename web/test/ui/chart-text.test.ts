import { expect, test } from 'vitest';
import { INTERVAL_NAMES } from '../../src/store/interval.ts';
import { chartText } from '../../src/ui/text/chart.ts';
import { shortcutText } from '../../src/ui/text/shortcuts.ts';

test.each([
  [60, 'Showing 60 bars, 14:00:00 to 14:59:00'],
  [1200, 'Showing 1,200 bars, 14:00:00 to 14:59:00'],
  [1, 'Showing 1 bar, 14:00:00'],
])('what is in sight is said with how many bars it is: %i', (count, words) => {
  expect(chartText.inSight(count, '14:00:00', '14:59:00')).toBe(words);
});

test('a length of time is spoken in words, of the chart as of its bars', () => {
  expect(Object.keys(chartText.lengths)).toEqual(INTERVAL_NAMES);
  expect(chartText.name('PIP', '1m', 'Candles')).toBe('PIP, Candles of 1 minute');
  expect(chartText.tableName('PIP', '15s')).toBe('PIP, bars of 15 seconds');
  expect(shortcutText.did.interval('1h')).toBe('Bars of 1 hour');
});
