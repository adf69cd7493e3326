import { expect, test } from 'vitest';
import { BELIEVED_MS, latencyWords } from '../../src/ui/latency.ts';
import { ageText } from '../../src/ui/quote-age.tsx';

test.each<[number | null, string | null, RegExp]>([
  [12, '12 ms', /as right as both clocks/],
  [0, '0 ms', /median/],
  [null, null, /No tick has come live/],
  [-1, null, /ahead of this device’s, by 1 ms/],
  [-90_000, null, /by 1 min 30 s/],
  [BELIEVED_MS + 1, null, /times of 1 min 0 s ago/],
])('a latency of %s is told as %s', (ms, words, why) => {
  expect(latencyWords(ms)).toEqual({ words, why: expect.stringMatching(why) });
});

test.each([
  [0, '0.0 s'],
  [260, '0.2 s'],
  [9999, '9.9 s'],
  [10_000, '10 s'],
  [61_000, '1 min 1 s'],
])('%i ms ago is %s', (ms, words) => {
  expect(ageText(ms)).toBe(words);
});
