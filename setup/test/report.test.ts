import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

// Plain JavaScript, which has no types for us.
const { byPlaywright, byVitest, counts } = await import(new URL('../report.mjs', import.meta.url).href);

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'report-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function report(content: unknown): string {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

it('Vitest’s test that passed at the second time is named with its first error', () => {
  const test = {
    fullName: 'A tail moves on',
    status: 'passed',
    failureMessages: ['AssertionError: 1\n    at …'],
  };
  const steady = { fullName: 'A tail reads', status: 'passed', failureMessages: [] };
  const failed = { fullName: 'A tail ends', status: 'failed', failureMessages: ['AssertionError: 2'] };
  const testResults = [{ assertionResults: [test, steady] }, { assertionResults: [failed] }];
  expect(byVitest({ numPassedTests: 2, numFailedTests: 1, testResults })).toEqual({
    passed: 2,
    failed: 1,
    again: ['A tail moves on: AssertionError: 1'],
  });
});

it('Playwright’s is named too, however deep its suite', () => {
  const results = [{ error: { message: '\u001B[31mnot visible\u001B[39m\nCall log' } }, {}];
  const specs = [
    { title: 'shows a toast', tests: [{ status: 'flaky', results }] },
    { title: 'shows a list', tests: [{ status: 'expected', results: [{}] }] },
  ];
  const suites = [{ suites: [{ specs }], specs: [] }];
  expect(byPlaywright({ stats: { expected: 1, flaky: 1, unexpected: 0 }, suites })).toEqual({
    passed: 2,
    failed: 0,
    again: ['shows a toast: not visible'],
  });
});

it('a run that ends badly without a failed test is one failure', () => {
  const path = report({ numPassedTests: 2, numFailedTests: 0, testResults: [] });
  expect(counts(1, path, byVitest)).toMatchObject({ passed: 2, failed: 1 });
  expect(counts(0, path, byVitest)).toMatchObject({ passed: 2, failed: 0 });
});

it('a run without a report has passed nothing', () => {
  expect(counts(1, join(folder, 'none.json'), byVitest)).toEqual({ passed: 0, failed: 1 });
});
