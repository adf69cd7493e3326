import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Sayable, SPEAK_MS, Speaker } from '../../src/speech/speaker.ts';

const live: Sayable = { status: 'live', state: 'Live', ticker: 'PIP', price: 'PIP 1.00', speak: false };

/** A speaker that has said that it is live, at 0. */
function lively(): Speaker {
  const speaker = new Speaker();
  speaker.next(live, 0);
  return speaker;
}

test('a state that changes is said at once, with the price where it is the current one', () => {
  const speaker = new Speaker();
  expect(speaker.next({ ...live, status: 'waiting', state: 'Waiting', price: null }, 0)).toBe('Waiting');
  expect(speaker.next(live, 1)).toBe('Live. PIP 1.00');
  expect(speaker.next({ ...live, status: 'stale', state: 'Stale', price: null }, 2)).toBe('Stale');
});

test('a state whose words go on is said once', () => {
  const speaker = lively();
  const away = { ...live, status: 'reconnecting', price: null };
  expect(speaker.next({ ...away, state: 'Reconnecting in 3 s' }, 1)).toBe('Reconnecting in 3 s');
  expect(speaker.next({ ...away, state: 'Reconnecting in 2 s' }, 1001)).toBeNull();
});

test('an outage is said once, however often it is tried to reconnect, and so is its end', () => {
  const speaker = lively();
  const away = { ...live, status: 'reconnecting', state: 'Reconnecting in 1 s', price: null };
  const tries = { ...live, status: 'connecting', state: 'Connecting again…', price: null };
  expect(speaker.next(away, 1)).toBe('Reconnecting in 1 s');
  for (let at = 1000; at < 60_000; at += 1000) {
    expect(speaker.next(tries, at)).toBeNull();
    expect(speaker.next(away, at + 10)).toBeNull();
  }
  expect(speaker.next(live, 60_000)).toBe('Live. PIP 1.00');
});

test('prices are not spoken unless that is wanted', () => {
  expect(lively().next({ ...live, price: 'PIP 2.00' }, 10 * SPEAK_MS)).toBeNull();
});

test('where it is wanted, a price is spoken at once, and another one 15 s later', () => {
  const speaker = lively();
  const spoken = { ...live, speak: true };
  expect(speaker.next(spoken, 1000)).toBe('PIP 1.00');
  expect(speaker.next({ ...spoken, price: 'PIP 2.00' }, 1000 + SPEAK_MS - 1)).toBeNull();
  expect(speaker.next({ ...spoken, price: 'PIP 2.00' }, 1000 + SPEAK_MS)).toBe('PIP 2.00');
  expect(speaker.next({ ...spoken, price: 'PIP 2.00' }, 1000 + 9 * SPEAK_MS)).toBeNull();
});

test('whoever chooses another ticker hears its price', () => {
  expect(lively().next({ ...live, ticker: 'ACME', price: 'ACME 7.00' }, 1)).toBe('ACME 7.00');
});

test('a price that is not the current one is never said', () => {
  const speaker = lively();
  expect(speaker.next({ ...live, speak: true, price: null }, 9 * SPEAK_MS)).toBeNull();
});

test('whatever the prices, what is said by itself comes at most every 15 s', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 4000 }), { maxLength: 100 }), (pauses) => {
      const speaker = new Speaker();
      let now = 0;
      speaker.next({ ...live, speak: true }, now);
      const said: number[] = [now];
      for (const [n, pause] of pauses.entries()) {
        now += pause;
        if (speaker.next({ ...live, speak: true, price: `PIP ${n}` }, now) !== null) said.push(now);
      }
      for (const [n, at] of said.entries())
        if (n > 0) expect(at - (said[n - 1] ?? 0)).toBeGreaterThanOrEqual(SPEAK_MS);
    }),
  );
});
