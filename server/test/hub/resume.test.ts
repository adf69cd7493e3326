import { OVERLAP } from '@ticker/protocol';
import { expect, it } from 'vitest';
import { resumePoint } from '../../src/hub/resume.ts';
import { topic } from './topic.ts';

const many = (count: number): string => Array.from({ length: count }, () => 'A').join(' ');

it('goes on 128 positions before the newest id that is held, without those that are listed', () => {
  const { backlog, append } = topic();
  append(many(300));
  expect(resumePoint(backlog, ['A190', 'unknown', 'A199'])).toEqual({
    from: 200 - OVERLAP,
    after: 200,
    skip: new Set([190, 199]),
  });
});

it('goes on at the first tick that ever was, where that is held, and there are not so many', () => {
  const { backlog, append } = topic();
  append(many(5));
  expect(resumePoint(backlog, ['A2'])).toEqual({ from: 0, after: 3, skip: new Set([2]) });
  backlog.whole = false;
  expect(resumePoint(backlog, ['A2'])).toBeUndefined();
});

it('cannot go on where a part of those is gone, or no id is held', () => {
  const { backlog, append } = topic(200);
  append(many(300));
  expect(resumePoint(backlog, [`A${100 + OVERLAP - 2}`])).toBeUndefined();
  expect(resumePoint(backlog, [`A${100 + OVERLAP - 1}`])?.from).toBe(100);
  expect(resumePoint(backlog, ['A99'])).toBeUndefined();
  expect(resumePoint(backlog, [])).toBeUndefined();
});
