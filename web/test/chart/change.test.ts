import { expect, test } from 'vitest';
import { changeOf } from '../../src/chart/change.ts';
import { flatBar, seconds } from '../history/bars.ts';

const drawn = seconds(0, 5);

test('the same bars are no change', () => {
  expect(changeOf(drawn, [...drawn])).toBe('none');
});

test('changed and new bars at the end are drawn from the first of them on', () => {
  expect(changeOf(drawn, [...drawn.slice(0, 4), flatBar(4, 9)])).toBe(4);
  expect(changeOf(drawn, [...drawn, flatBar(5)])).toBe(5);
  expect(changeOf([], seconds(0, 2))).toBe(0);
});

test('bars before, between or fewer are drawn all anew', () => {
  expect(changeOf(drawn, [flatBar(-1), ...drawn])).toBe('all');
  expect(changeOf(drawn, [...drawn.slice(0, 4), flatBar(3.5), drawn[4]!])).toBe('all');
  expect(changeOf(drawn, drawn.slice(1))).toBe('all');
});

test('so is a gap: it takes empty places', () => {
  expect(changeOf(drawn, [...drawn, { ...flatBar(5), gap: 'before' }])).toBe('all');
  expect(changeOf(drawn, [...drawn.slice(0, 4), { ...drawn[4]!, gap: 'within' }])).toBe('all');
});

test('many at once are drawn all anew', () => {
  expect(changeOf([], seconds(0, 500))).toBe('all');
});

test('bars far apart that change at once are few: those between them are drawn already', () => {
  const many = seconds(0, 500);
  const next = [...many.slice(0, 100), flatBar(100, 9), ...many.slice(101, 499), flatBar(499, 9)];
  expect(changeOf(many, next)).toBe(100);
  expect(changeOf(many, [...many.slice(0, 400), ...seconds(400, 500)])).toBe('all');
});
