import { describe, expect, test } from 'vitest';
import { Driver } from './driver.ts';

/** A feed of PIP that is live, and has asked for ACME and CGN, one after the other, without an answer yet. */
function asking(): { driver: Driver; first: number; second: number } {
  const driver = new Driver(['PIP']).join();
  driver.ticks('a');
  driver.on({ type: 'set-tickers', tickers: ['PIP', 'ACME'] });
  driver.on({ type: 'set-tickers', tickers: ['PIP', 'ACME', 'CGN'] });
  const [first, second] = driver.state.pending.map(({ id }) => id);
  return { driver, first: first!, second: second! };
}

function subscribed(id: number, tickers: string[]) {
  return { type: 'subscribed', id, tickers, mode: 'all', resumed: false } as const;
}

test('a gap is handed on with its reason, and how many are missed', () => {
  const driver = new Driver().join();
  driver.ticks('a');
  driver.receive({ type: 'gap', reason: 'slow_consumer', missed: 17 });
  driver.snapshot(null, 'b');
  expect(driver.delivered.slice(1)).toMatchObject([
    { type: 'gap', reason: 'slow_consumer', missed: 17 },
    { type: 'snapshot', ticks: [{ id: 'b' }] },
  ]);
});

describe('an answer', () => {
  test('is to the subscribe with its number, in whatever order they come', () => {
    const { driver, first, second } = asking();
    driver.receive(subscribed(second, ['CGN']));
    expect(driver.state.confirmed).toEqual(['PIP', 'CGN']);
    expect(driver.state.pending.map(({ id }) => id)).toEqual([first]);
    driver.receive(subscribed(first, ['ACME']));
    expect(driver.state.confirmed).toEqual(['PIP', 'CGN', 'ACME']);
    expect(driver.state.pending).toEqual([]);
  });

  test('to nothing that was asked changes nothing', () => {
    const { driver, first, second } = asking();
    driver.receive(subscribed(99, ['XYZ']));
    expect(driver.state.confirmed).toEqual(['PIP']);
    expect(driver.state.pending.map(({ id }) => id)).toEqual([first, second]);
  });

  test('that is an error ends the wait for that subscribe alone', () => {
    const { driver, first, second } = asking();
    driver.receive({ type: 'error', id: first, code: 'too_many', message: 'too many' });
    expect(driver.state.pending.map(({ id }) => id)).toEqual([second]);
  });

  test('does not make a connection younger that has held', () => {
    const driver = new Driver(['PIP']).join();
    driver.state = { ...driver.state, attempt: 3 };
    driver.quietSeconds(4);
    driver.on({ type: 'set-tickers', tickers: ['PIP', 'ACME'] });
    driver.confirm();
    driver.quietSeconds(1);
    driver.close(1006);
    // It held for five seconds in all: the next try is the first again.
    expect(driver.state.attempt).toBe(1);
  });
});

describe("a heartbeat's id", () => {
  const last = (driver: Driver): string | null => {
    driver.heartbeat('newest');
    return driver.state.last;
  };

  test('counts when all that was asked is answered', () => {
    const { driver, first, second } = asking();
    expect(last(driver)).toBeNull();
    driver.receive(subscribed(first, ['ACME']));
    expect(last(driver)).toBeNull();
    driver.receive(subscribed(second, ['CGN']));
    expect(last(driver)).toBe('newest');
  });

  test('is kept where a later one has none', () => {
    const driver = new Driver().join();
    expect(last(driver)).toBe('newest');
    driver.heartbeat(null);
    expect(driver.state.last).toBe('newest');
  });
});

test('a ticker that is taken away is not waited for, nor asked for when the connection comes back', () => {
  const { driver } = asking();
  driver.confirm();
  driver.on({ type: 'set-tickers', tickers: ['PIP', 'XYZ'] });
  driver.on({ type: 'set-tickers', tickers: ['PIP'] });
  expect(driver.state.confirmed).toEqual(['PIP']);
  expect(driver.state.pending.flatMap(({ tickers }) => tickers)).toEqual([]);
  expect(driver.sent.at(-1)).toMatchObject({ type: 'unsubscribe', tickers: ['XYZ'] });
});

test('the pace is that of live prices: the time since the past is no pause', () => {
  const driver = new Driver().join();
  driver.snapshot(1, 'a');
  driver.quietSeconds(3);
  driver.ticks('b');
  expect(driver.state.pauses).toEqual([]);
  driver.quietSeconds(2);
  driver.ticks('c');
  expect(driver.state.pauses).toEqual([2_000]);
  for (let n = 0; n < 9; n++) {
    driver.advance(100 + n);
    driver.ticks(`d${n}`);
  }
  expect(driver.state.pauses).toEqual([102, 103, 104, 105, 106, 107, 108]);
});

test('a feed that stops takes its timer away, and a server that sent it away is left alone for its time', () => {
  const driver = new Driver().join();
  driver.close(4429);
  expect(driver.on({ type: 'stop' })).toContainEqual({ type: 'schedule', at: null });
  const effects = driver.on({ type: 'start' });
  expect(effects.some(({ type }) => type === 'connect')).toBe(false);
});
