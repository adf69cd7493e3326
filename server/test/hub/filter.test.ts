import { expect, test } from 'vitest';
import { Filter } from '../../src/hub/filter.ts';

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
