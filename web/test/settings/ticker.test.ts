import { expect, test } from 'vitest';
import { SettingsStore } from '../../src/settings/settings.ts';
import { followTicker } from '../../src/settings/ticker.ts';
import { Store } from '../../src/store/store.ts';
import { Place } from './place.ts';

function setUp(address: string) {
  const place = new Place(address);
  const settings = new SettingsStore(place);
  const store = new Store({ nextFrame: () => undefined, now: () => 0, wallClock: () => 0 });
  followTicker(store, settings);
  const publish = (ticker: string): void => {
    store.take({ type: 'snapshot', ticks: [{ id: `${ticker}1`, time: 0, ticker, price: 1 }] });
    store.flush();
  };
  return { place, settings, store, publish };
}

test('the ticker that is shown is in the address, the first that came as well', () => {
  const { place, store, publish } = setUp('');
  publish('PIP');
  publish('ACME');
  expect(place.address).toBe('?ticker=PIP');
  store.choose('ACME');
  expect(place.address).toBe('?ticker=ACME');
});

test('the ticker of the address is waited for, and stays in the address meanwhile', () => {
  const { place, store, publish } = setUp('?ticker=ACME');
  publish('PIP');
  expect([store.view().ticker, place.address]).toEqual(['PIP', '?ticker=ACME']);
  publish('ACME');
  expect([store.view().ticker, place.address]).toEqual(['ACME', '?ticker=ACME']);
});

test('going back to another address shows its ticker', () => {
  const { place, settings, store, publish } = setUp('');
  publish('PIP');
  publish('ACME');
  place.address = '?ticker=ACME';
  settings.follow();
  expect(store.view().ticker).toBe('ACME');
});
