import { OVERLAP } from '@ticker/protocol';
import { describe, expect, test } from 'vitest';
import { Driver } from './driver.ts';

const names = (count: number, prefix: string): string[] =>
  Array.from({ length: count }, (_, n) => `${prefix}${n}`);

/** Loses the connection and gets another; gives what was sent there. */
function reconnect(driver: Driver): unknown[] {
  driver.close(1006);
  const before = driver.sent.length;
  driver.advance(20_000);
  driver.open();
  return driver.sent.slice(before);
}

/** A feed that saves data, and for whose tick `a` others were skipped. */
function saving(): Driver {
  const driver = new Driver(['*'], 200, 'latest').join();
  driver.conflated(3, 'a');
  return driver;
}

test('asks for every tick unless it is told otherwise', () => {
  expect(new Driver().join().sent).toMatchObject([{ mode: 'all' }]);
  expect(new Driver(['*'], 200, 'latest').join().sent).toMatchObject([{ mode: 'latest' }]);
});

describe('a changed mode', () => {
  test('is asked for by another subscribe to the same tickers, without their past', () => {
    const driver = new Driver(['PIP', 'ACME']).join();
    driver.on({ type: 'set-mode', mode: 'latest' });
    expect(driver.sent.slice(1)).toEqual([
      { type: 'subscribe', id: 2, tickers: ['PIP', 'ACME'], mode: 'latest', history: 0 },
    ]);
  });

  test('is asked for before the answer to the first subscribe too', () => {
    const driver = new Driver(['PIP']);
    driver.on({ type: 'start' });
    driver.open();
    driver.on({ type: 'set-mode', mode: 'latest' });
    expect(driver.sent).toMatchObject([
      { mode: 'all', history: 200 },
      { mode: 'latest', history: 0 },
    ]);
  });

  test('that is none sends nothing', () => {
    const driver = new Driver().join();
    driver.on({ type: 'set-mode', mode: 'all' });
    expect(driver.sent).toHaveLength(1);
  });

  test('there and back is asked for twice', () => {
    const driver = new Driver().join();
    for (const mode of ['latest', 'all'] as const) driver.on({ type: 'set-mode', mode });
    expect(driver.sent.slice(1)).toMatchObject([{ mode: 'latest' }, { mode: 'all' }]);
  });

  test('holds for tickers that are added later, with their past', () => {
    const driver = new Driver(['PIP']).join();
    driver.on({ type: 'set-mode', mode: 'latest' });
    driver.on({ type: 'set-tickers', tickers: ['PIP', 'ACME'] });
    expect(driver.sent.slice(2)).toMatchObject([{ tickers: ['ACME'], mode: 'latest', history: 200 }]);
  });

  test('without a connection is asked for on the next', () => {
    const driver = new Driver().join();
    driver.ticks('a');
    driver.close(1006);
    driver.on({ type: 'set-mode', mode: 'latest' });
    expect(driver.sent).toHaveLength(1);
    driver.advance(20_000);
    driver.open();
    expect(driver.sent.slice(1)).toMatchObject([{ mode: 'latest', since: ['a'] }]);
  });

  test('makes no gap, and no tick is handed on twice', () => {
    const driver = new Driver().join();
    driver.ticks('a');
    driver.on({ type: 'set-mode', mode: 'latest' });
    driver.confirm();
    driver.snapshot(2);
    driver.conflated(4, 'a', 'b');
    expect(driver.delivered).toMatchObject([
      { type: 'ticks', ticks: [{ id: 'a' }], conflated: 0 },
      { type: 'snapshot', ticks: [] },
      { type: 'ticks', ticks: [{ id: 'b' }], conflated: 4 },
    ]);
  });
});

test('ticks that were skipped are told, though none comes with them', () => {
  const driver = saving();
  driver.conflated(2);
  expect(driver.delivered.at(-1)).toEqual({ type: 'ticks', ticks: [], conflated: 2 });
});

test('ticks that were skipped, and none with them, are no price', () => {
  const driver = saving();
  driver.quietSeconds(5);
  driver.conflated(2);
  expect(driver.seen).toMatchObject({ status: 'stale', why: 'quiet' });
});

describe('a resume', () => {
  test('of a feed that saves data goes on saving', () => {
    expect(reconnect(saving())).toMatchObject([{ mode: 'latest', since: ['a'] }]);
  });

  // The server would send the skipped ones of the last 128 positions, older than what was handed on.
  test('after ticks were skipped goes on in the mode that skips, and only then asks for every tick', () => {
    const driver = saving();
    driver.on({ type: 'set-mode', mode: 'all' });
    driver.confirm();
    driver.ticks(...names(OVERLAP - 1, 'b'));
    const sent = reconnect(driver);
    expect(sent).toMatchObject([
      { mode: 'latest', since: ['a', ...names(OVERLAP - 1, 'b')], history: 200 },
      { mode: 'all', history: 0 },
    ]);
    expect(sent[1]).not.toHaveProperty('since');
  });

  test('asks for every tick at once when enough came since that none of the skipped can come again', () => {
    const driver = saving();
    driver.on({ type: 'set-mode', mode: 'all' });
    driver.confirm();
    driver.ticks(...names(OVERLAP, 'b'));
    expect(reconnect(driver)).toMatchObject([{ mode: 'all' }]);
  });

  test('of a feed that saved data and skipped nothing asks for every tick at once', () => {
    const driver = new Driver(['*'], 200, 'latest').join();
    driver.ticks('a');
    driver.on({ type: 'set-mode', mode: 'all' });
    expect(reconnect(driver)).toMatchObject([{ mode: 'all', since: ['a'] }]);
  });

  test('that has to skip counts what it skips', () => {
    const driver = saving();
    driver.on({ type: 'set-mode', mode: 'all' });
    reconnect(driver);
    driver.confirm(true);
    driver.conflated(5, 'c');
    expect(driver.delivered.slice(1)).toMatchObject([{ type: 'ticks', ticks: [{ id: 'c' }], conflated: 5 }]);
  });
});
