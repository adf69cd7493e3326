import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { SettingsStore } from '../../src/settings/settings.ts';
import { Place } from './place.ts';

const script = readFileSync(new URL('../../public/look.js', import.meta.url), 'utf8');

/** What the script puts at the page's root. */
function look(place: Place, dark: boolean): unknown {
  const dataset = {};
  runInNewContext(script, {
    URLSearchParams,
    location: { search: place.address },
    localStorage: place.keeper(),
    matchMedia: () => ({ matches: dark }),
    document: { documentElement: { dataset } },
  });
  return dataset;
}

const addresses = [
  '',
  '?theme=dark',
  '?theme=light&density=compact',
  '?theme=system',
  '?theme=pink&density=',
];
const stores = [
  undefined,
  '{"theme":"dark"}',
  '{"theme":"light","density":"compact"}',
  '{"theme":7}',
  'no',
  '7',
];
const cases = addresses.flatMap((address) => stores.map((stored) => [address, stored] as const));

test.each(cases)('before the first paint, with %j and %j, it looks as it will', (address, stored) => {
  for (const dark of [false, true]) {
    const before = look(new Place(address, stored), dark);
    const { theme, density } = new SettingsStore(new Place(address, stored)).get();
    const system = dark ? 'dark' : 'light';
    expect(before).toEqual({ theme: theme === 'system' ? system : theme, density });
  }
});

test('a browser that keeps nothing has the usual look', () => {
  const dataset = {};
  runInNewContext(script, {
    URLSearchParams,
    location: { search: '' },
    matchMedia: () => ({ matches: false }),
    document: { documentElement: { dataset } },
  });
  expect(dataset).toEqual({ theme: 'light', density: 'comfortable' });
});
