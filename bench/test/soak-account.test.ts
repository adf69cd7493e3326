import { describe, expect, it } from 'vitest';
import { Account } from '../src/load/soak/account.ts';

const RUN = 3;
const stretch = (publisher: number, from: number, to = from, run = RUN) => ({
  run,
  publisher,
  from,
  to,
  sentMicros: 0,
});

/** On a connection of its own, anew. */
function reader(mode: 'all' | 'latest' = 'all', start?: number): Account {
  const account = new Account(RUN, mode, start);
  account.begin(start === undefined);
  return account;
}

describe('the books of a client', () => {
  it('come out where all came, whatever came of other runs', () => {
    const account = reader();
    account.frame([stretch(0, 99, 99, 0), stretch(1, 0, 4), stretch(2, 0), stretch(1, 5)], 0);
    expect(account.unaccounted([100, 6, 1], null)).toBe(0);
    expect(account.counts).toMatchObject({ received: 7, doubled: 0, displaced: 0 });
  });

  it('lack what neither came nor was told of', () => {
    const account = reader();
    account.frame([stretch(1, 0, 4), stretch(1, 7, 9)], 0);
    expect(account.unaccounted([100, 10], null)).toBe(2);
    expect(account.comesOut([100, 10], null)).toBe(false);
    account.gap(2);
    expect(account.unaccounted([100, 10], null)).toBe(0);
  });

  it('are of the tickers that it wants', () => {
    const account = reader();
    account.frame([stretch(2, 0, 4)], 0);
    expect(account.unaccounted([100, 10, 5, 10], [2])).toBe(0);
  });

  it('count what was conflated', () => {
    const account = reader('latest');
    account.frame([stretch(1, 3), stretch(2, 9)], 12);
    expect(account.unaccounted([100, 4, 10], null)).toBe(0);
  });

  it('say so where more was told than there was', () => {
    const account = reader('latest');
    account.frame([stretch(1, 3)], 4);
    expect(account.unaccounted([100, 4], null)).toBe(-1);
  });

  it('begin in the ring where the client did: what it had comes again, and counts once', () => {
    const account = reader('all', 50);
    account.frame([stretch(0, 40, 59, 0)], 0);
    account.gap(40);
    account.frame([stretch(1, 0)], 0);
    expect(account.unaccounted([100, 1], null)).toBe(0);
    expect(account.counts).toMatchObject({ received: 10, doubled: 0 });
  });

  it('tell what came again after a return with all ids', () => {
    const account = reader();
    account.frame([stretch(1, 0, 4)], 0);
    account.begin(true);
    account.frame([stretch(1, 4, 5)], 0);
    expect(account.counts).toMatchObject({ received: 6, doubled: 1 });
  });

  it('let a tick come again after a return with one id', () => {
    const account = reader();
    account.frame([stretch(1, 0, 4)], 0);
    account.begin(false);
    account.frame([stretch(1, 4, 5)], 0);
    expect(account.counts).toMatchObject({ received: 6, doubled: 0, displaced: 0 });
  });

  it.each(['all', 'latest'] as const)('tell what came after a later one of its ticker: %s', (mode) => {
    const account = reader(mode);
    account.frame([stretch(1, 1), stretch(2, 0), stretch(1, 0)], 0);
    expect(account.counts.displaced).toBe(1);
  });

  it('tell a gap of which nobody knows the size', () => {
    const account = reader();
    account.gap(null);
    expect(account.counts).toMatchObject({ gaps: 1, unknown: 1, missed: 0 });
    account.frame([stretch(1, 3, 9)], 0);
    expect(account.comesOut([100, 10], null)).toBe(true);
    account.gap(4);
    expect(account.comesOut([100, 10], null)).toBe(false);
  });
});
