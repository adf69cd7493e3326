import { expect, test } from 'vitest';
import { watchText } from '../../../src/ui/text/watchlist.ts';

test.each([
  [2, 3, '2 of 3 tickers'],
  [1, 1, '1 of 1 ticker'],
  [1, 1200, '1 of 1,200 tickers'],
])('%i of %i that match are said with what they are', (some, all, words) => {
  expect(watchText.matches(some, all)).toBe(words);
});
