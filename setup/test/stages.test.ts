import { afterEach, beforeEach, expect, it, vi } from 'vitest';

// Plain JavaScript, which has no types for us.
const { Skipped, Stages } = await import(new URL('../stages.mjs', import.meta.url).href);

let lines: string[];
beforeEach(() => {
  lines = [];
  const keep = (line: string) => void lines.push(line.replace(/ +\d+\.\d s/, ''));
  vi.spyOn(console, 'log').mockImplementation(keep);
  vi.spyOn(console, 'error').mockImplementation(keep);
});
afterEach(() => {
  vi.restoreAllMocks();
});

it('a step that fails says why, and ends the list', async () => {
  const stages = new Stages();
  await stages.run('first', () => Promise.reject(new Error('no disk')));
  await stages.run('second', () => Promise.resolve());
  expect(lines).toEqual(['no disk', '✗ first']);
  expect(stages.failed).toBe(true);
});

it('a step that can’t be done here says why, and the list goes on', async () => {
  const stages = new Stages();
  await stages.run('first', () => Promise.reject(new Skipped('there is no python3 here')));
  await stages.run('second', () => Promise.resolve({ passed: 2 }));
  expect(lines).toEqual(['– first  skipped: there is no python3 here', '✓ second  2 passed, 0 failed']);
  expect(stages.failed).toBe(false);
});

it('the sum tells what was skipped', async () => {
  const stages = new Stages();
  await stages.run('first', () => Promise.resolve({ passed: 3, failed: 0 }));
  await stages.run('second', () => Promise.reject(new Skipped('no')));
  stages.summary();
  expect(lines.at(-1)).toBe('\n3 passed, 0 failed, 1 of 2 stages skipped');
});

it('what passed only when tried again is named with what it said at first', async () => {
  const stages = new Stages();
  await stages.run('first', () =>
    Promise.resolve({ passed: 3, failed: 0, again: ['moves on: expected 1 to be 2'] }),
  );
  stages.summary();
  expect(lines[0]).toBe('✓ first  3 passed, 0 failed, 1 only when tried again');
  expect(lines.at(-2)).toBe(
    '\nPassed only when tried again, and to be mended:\n  moves on: expected 1 to be 2',
  );
  expect(stages.failed).toBe(false);
});

it('the sum does not speak of skipping where nothing was', async () => {
  const stages = new Stages();
  await stages.run('first', () => Promise.resolve({ passed: 3, failed: 1 }));
  stages.summary();
  expect(lines.at(-1)).toBe('\n3 passed, 1 failed');
});
