import { expect, test } from 'vitest';
import {
  filtered,
  firstSort,
  inOrder,
  pressed,
  type Sort,
  sortedNames,
} from '../../../src/ui/watchlist/sort.ts';
import { row } from './rows.ts';

// By price B C A, by change C A B, by share A C B.
const rows = [row('A', 1, 2), row('B', 100, 99), row('C', 20, 23)];

test.each<[Sort, string]>([
  [{ by: 'name', way: 'ascending' }, 'ABC'],
  [{ by: 'name', way: 'descending' }, 'CBA'],
  [{ by: 'price', way: 'descending' }, 'BCA'],
  [{ by: 'price', way: 'ascending' }, 'ACB'],
  [{ by: 'change', way: 'descending' }, 'CAB'],
  [{ by: 'change', way: 'ascending' }, 'BAC'],
  [{ by: 'share', way: 'descending' }, 'ACB'],
  [{ by: 'share', way: 'ascending' }, 'BCA'],
])('%j', (sort, names) => {
  expect(sortedNames(rows, sort, []).join('')).toBe(names);
});

test('equals are from A to Z, whichever way', () => {
  const same = [row('Z', 1, 1), row('A', 1, 1)];
  for (const way of ['ascending', 'descending'] as const)
    expect(sortedNames(same, { by: 'price', way }, [])).toEqual(['A', 'Z']);
});

test('an order that is the same as before is the same array', () => {
  const before = ['A', 'B', 'C'];
  expect(sortedNames(rows, firstSort('name'), before)).toBe(before);
  expect(sortedNames(rows.slice(1), firstSort('name'), before)).toEqual(['B', 'C']);
});

test('a press sorts, another turns it round', () => {
  const once = pressed(firstSort('name'), 'change');
  expect(once).toEqual({ by: 'change', way: 'descending' });
  expect(pressed(once, 'change')).toEqual({ by: 'change', way: 'ascending' });
  expect(pressed(once, 'name')).toEqual({ by: 'name', way: 'ascending' });
});

test('an order that is kept leaves out who is gone, and puts who is new at the end', () => {
  expect(inOrder(rows, ['C', 'GONE', 'A']).map(({ ticker }) => ticker)).toEqual(['C', 'A', 'B']);
});

test('filters by a part of the name, whichever case; by nothing where there is but a space', () => {
  const named = [row('PIP', 1, 1), row('TIPPER', 1, 1), row('ACME', 1, 1)];
  expect(filtered(named, ' ip').map(({ ticker }) => ticker)).toEqual(['PIP', 'TIPPER']);
  expect(filtered(named, ' ')).toBe(named);
  expect(filtered(named, 'x')).toEqual([]);
});
