import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAddress, writeAddress } from '../../src/settings/address.ts';
import { CHOICES, DEFAULTS, type Settings } from '../../src/settings/setting.ts';

const view = fc.record({
  ticker: fc.option(fc.stringMatching(/^[A-Za-z0-9._-]{1,32}$/)),
  interval: fc.constantFrom(...CHOICES.interval),
  kind: fc.constantFrom(...CHOICES.kind),
  table: fc.boolean(),
  side: fc.constantFrom(...CHOICES.side),
  theme: fc.constantFrom(...CHOICES.theme),
  density: fc.constantFrom(...CHOICES.density),
  saver: fc.boolean(),
});

test('the address of any view opens the same view, in a browser with any settings of its own', () => {
  fc.assert(
    fc.property(view, view, (seen, own) => {
      const settings: Settings = { ...DEFAULTS, ...seen };
      // Whatever this browser would have without being told is overruled, here as elsewhere.
      const address = writeAddress('', settings, DEFAULTS, { ...DEFAULTS, ...own, ticker: null });
      expect({ ...DEFAULTS, ...own, ticker: null, ...readAddress(address) }).toEqual(settings);
    }),
  );
});

test('the usual view has no query', () => {
  expect(writeAddress('', DEFAULTS, DEFAULTS, DEFAULTS)).toBe('');
});

test('what is not ours stays in the address', () => {
  const written = writeAddress('?from=mail&kind=candles', { ...DEFAULTS, table: true }, DEFAULTS, DEFAULTS);
  expect(written).toBe('?from=mail&table=1');
});

test.each([
  ['?ticker=', {}],
  ['?ticker=<script>', {}],
  [`?ticker=${'A'.repeat(33)}`, {}],
  ['?interval=2s', {}],
  ['?interval=toString', {}],
  ['?kind=Candles', {}],
  ['?theme=', {}],
  ['?table=yes&saver=true', {}],
  ['?keys=0&speak=1', {}],
  ['?table=0&density=compact&interval=%', { table: false, density: 'compact' }],
  ['', {}],
])('%s says %j', (search, says) => {
  expect(readAddress(search)).toEqual(says);
});
