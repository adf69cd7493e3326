import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { Store } from '../../src/store/store.ts';
import { Quote } from '../../src/ui/quote.tsx';

// A time that has run on since the tick, and since the pause.
const clock = { now: 1000 };
afterEach(() => vi.restoreAllMocks());

function age(store: Store): string | undefined {
  const page = renderToStaticMarkup(createElement(Quote, { view: store.look() }));
  return /data-testid="age"[^>]*>([^<]*)</.exec(page)?.[1];
}

test('what is held says how long ago the last tick was when it was held', () => {
  vi.spyOn(performance, 'now').mockImplementation(() => clock.now);
  const store = new Store({ nextFrame: () => {}, now: () => clock.now, wallClock: () => 0 });
  store.take({ type: 'ticks', ticks: [{ id: 'a', time: 0, ticker: 'PIP', price: 1 }], conflated: 0 });
  clock.now += 3000;
  expect(age(store)).toBe('3.0 s ago');
  store.pause();
  clock.now += 60_000;
  expect(age(store)).toBe('3.0 s ago');
  store.resume();
  expect(age(store)).toBe('1 min 3 s ago');
});
