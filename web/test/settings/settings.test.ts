import { expect, test, vi } from 'vitest';
import { DEFAULTS } from '../../src/settings/setting.ts';
import { SettingsStore } from '../../src/settings/settings.ts';
import type { Keeper } from '../../src/settings/stored.ts';
import { Place } from './place.ts';

test('a change is in the address, and those who look on are told once', () => {
  const place = new Place();
  const settings = new SettingsStore(place);
  const told = vi.fn<() => void>();
  settings.subscribe(told);
  settings.set({ interval: '5s', kind: 'candles' });
  expect([settings.get().interval, place.address]).toEqual(['5s', '?interval=5s&kind=candles']);
  settings.set({ interval: '5s' });
  expect(told).toHaveBeenCalledTimes(1);
});

test('going back brings back the view of that address, and forward the other', () => {
  const place = new Place('?interval=15s');
  const settings = new SettingsStore(place);
  const told = vi.fn<() => void>();
  settings.subscribe(told);
  place.address = '?table=1';
  settings.follow();
  expect(settings.get()).toEqual({ ...DEFAULTS, table: true });
  settings.follow();
  expect(told).toHaveBeenCalledTimes(1);
});

test('what is personal is kept for the next visit; the view is not', () => {
  const place = new Place();
  new SettingsStore(place).set({ theme: 'dark', keys: false, interval: '5s' });
  place.address = '';
  expect(new SettingsStore(place).get()).toEqual({ ...DEFAULTS, theme: 'dark', keys: false });
});

test('what is one’s own is in the address from the start, so that it may be copied', () => {
  const place = new Place('', '{"theme":"dark"}');
  expect(new SettingsStore(place).get().theme).toBe('dark');
  expect(place.address).toBe('?theme=dark');
});

test('a link overrules what is one’s own, and does not change it', () => {
  const place = new Place('?theme=light&density=comfortable', '{"theme":"dark","density":"compact"}');
  const settings = new SettingsStore(place);
  expect(settings.get()).toMatchObject({ theme: 'light', density: 'comfortable' });
  settings.set({ saver: true });
  // Reloaded it is still the view of the link.
  expect(new SettingsStore(place).get()).toMatchObject({
    theme: 'light',
    density: 'comfortable',
    saver: true,
  });
  place.address = '';
  expect(new SettingsStore(place).get()).toMatchObject({ theme: 'dark', density: 'compact', saver: true });
});

test('the usual is not remembered: the storage is left as if nothing had been', () => {
  const place = new Place();
  const settings = new SettingsStore(place);
  settings.set({ theme: 'dark' });
  expect(place.held.size).toBe(1);
  settings.set({ theme: 'system' });
  expect([place.held.size, place.address]).toEqual([0, '']);
});

test('two tabs lose nothing of each other', () => {
  const place = new Place();
  const one = new SettingsStore({ ...place, search: () => '', replace: () => {} });
  const other = new SettingsStore({ ...place, search: () => '', replace: () => {} });
  one.set({ theme: 'dark', density: 'compact' });
  other.set({ keys: false });
  one.set({ theme: 'system' });
  other.set({ speak: true });
  expect(new SettingsStore(place).get()).toEqual({
    ...DEFAULTS,
    density: 'compact',
    keys: false,
    speak: true,
  });
});

test('a storage that takes nothing more costs no setting of this page', () => {
  const place = new Place('', '{"speak":true}');
  const full = (): never => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const keeper = (): Keeper => ({ ...place.keeper(), setItem: full, removeItem: full });
  const settings = new SettingsStore({ search: () => '', replace: place.replace, keeper });
  settings.set({ keys: false });
  settings.set({ saver: true });
  settings.follow();
  expect(settings.get()).toEqual({ ...DEFAULTS, keys: false, saver: true, speak: true });
});

test('a browser that keeps nothing is survived, and the change holds for this page', () => {
  const place = new Place();
  const keeper = (): never => {
    throw new DOMException('denied', 'SecurityError');
  };
  const settings = new SettingsStore({ search: place.search, replace: place.replace, keeper });
  settings.set({ theme: 'dark', keys: false });
  settings.follow();
  expect(settings.get()).toEqual({ ...DEFAULTS, theme: 'dark', keys: false });
  expect(place.address).toBe('?theme=dark');
});

test.each(['', '{', 'null', '5', '[]', '{"theme":"pink","density":null,"saver":1,"keys":"no"}'])(
  'a storage that holds %s is a storage that holds nothing',
  (stored) => {
    expect(new SettingsStore(new Place('', stored)).get()).toEqual(DEFAULTS);
  },
);
