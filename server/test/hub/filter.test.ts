import { EVERY_TICKER } from '@ticker/protocol';
import { expect, test } from 'vitest';
import { Backlog } from '../../src/hub/backlog.ts';
import { Filter, isEmpty, newestBefore } from '../../src/hub/filter.ts';

test('those who want the same share a filter, in whatever order and steps they asked', () => {
  const filter = Filter.of(['PIP', 'ACME'], 'all').with(['CGN'], 'latest');
  expect(Filter.of(['CGN'], 'latest').with(['ACME', 'PIP'], 'all')).toBe(filter);
  expect(filter.with(['XYZ'], 'all').without(['XYZ'])).toBe(filter);
  expect(filter.with(['CGN'], 'all')).not.toBe(filter);
});

test('filters that nobody has asked for lately are forgotten; their like has the same key', () => {
  const filter = Filter.of(['PIP'], 'all');
  for (let made = 0; made < 255; made++) Filter.of([`T${made}`], 'all');
  expect(Filter.of(['PIP'], 'all')).toBe(filter);
  for (let made = 0; made < 256; made++) Filter.of([`T${made}`], 'all');
  const anew = Filter.of(['PIP'], 'all');
  expect(anew).not.toBe(filter);
  expect(anew.key).toBe(filter.key);
});

test('"*" absorbs the names that there were, and those that come later', () => {
  const filter = Filter.of(['PIP'], 'all').with(['ACME', '*'], 'latest');
  expect(filter.tickers).toEqual(['*']);
  expect(filter.with(['CGN'], 'all')).toBe(filter);
  expect(filter.wants('CGN')).toBe(true);
  expect([filter.latest, isEmpty(filter.latest), isEmpty(filter.all)]).toEqual(['*', false, true]);
});

test('a name is wanted in its mode, until it is taken out, alone or with all', () => {
  const filter = Filter.of(['PIP', 'ACME'], 'all').with(['CGN'], 'latest');
  expect([filter.wants('PIP'), filter.wants('CGN'), filter.wants('XYZ')]).toEqual([true, true, false]);
  expect([filter.all, filter.latest]).toEqual([new Set(['PIP', 'ACME']), new Set(['CGN'])]);
  expect(filter.without(['PIP', 'CGN']).tickers).toEqual(['ACME']);
  expect(filter.without(['PIP', '*'])).toBe(Filter.empty);
  expect([Filter.empty.size, isEmpty(Filter.empty.all), isEmpty(Filter.empty.latest)]).toEqual([
    0,
    true,
    true,
  ]);
});

test('names that only together look like others have a key of their own', () => {
  expect(Filter.of(['A'], 'all').with(['B'], 'all').key).not.toBe(Filter.of(['A:allB'], 'all').key);
});

test('the newest tick of some tickers before a position is found as long as it is held', () => {
  const backlog = new Backlog(4);
  const names = ['PIP', 'ACME', 'PIP', 'CGN', 'PIP', 'CGN'];
  backlog.append(names.map((ticker, n) => ({ id: `t${n}`, time: 0, ticker, price: 1 })));
  const newest = (tickers: string[], position: number): number | undefined =>
    newestBefore(backlog, new Set(tickers), position);
  // t2 to t5 are held.
  expect(newest(['PIP'], 6)).toBe(4);
  expect(newest(['PIP', 'CGN'], 6)).toBe(5);
  expect(newest(['CGN', 'PIP'], 6)).toBe(5);
  expect(newest(['CGN', 'PIP'], 5)).toBe(4);
  expect(newest(['PIP'], 4)).toBe(2);
  expect(newest(['PIP'], 3)).toBe(2);
  expect(newest(['ACME'], 6)).toBeUndefined();
  expect(newest(['XYZ'], 6)).toBeUndefined();
  expect(newest([], 6)).toBeUndefined();
  expect(newestBefore(backlog, EVERY_TICKER, 6)).toBe(5);
  expect(newestBefore(backlog, EVERY_TICKER, 3)).toBe(2);
  expect(newestBefore(backlog, EVERY_TICKER, 2)).toBeUndefined();
});

test('the newest tick before a position may be the first that ever was', () => {
  const backlog = new Backlog(4);
  backlog.append([{ id: 't0', time: 0, ticker: 'PIP', price: 1 }]);
  expect(newestBefore(backlog, new Set(['PIP']), 1)).toBe(0);
  expect(newestBefore(backlog, new Set(['PIP']), 0)).toBeUndefined();
});
