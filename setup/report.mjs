import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { root } from './root.mjs';

/** Where the JSON report of a test run goes; that of an earlier run is removed. */
export function reportFile(name) {
  const path = join(root, 'node_modules', '.cache', 'ticker', `${name}.json`);
  rmSync(path, { force: true });
  return path;
}

/**
 * What a test run's report says. A run that ends badly without a failed test (a file that does not load, an error
 * outside of any test) counts as one failure.
 *
 * @param {number} code exit code
 * @param {string} report its JSON report's path
 * @param {(report: any) => import('./stages.mjs').Result} read
 */
export function counts(code, report, read) {
  let result = { passed: 0, failed: 0 };
  try {
    result = read(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    // It ended before it could write one.
  }
  return { ...result, failed: code !== 0 && result.failed === 0 ? 1 : result.failed };
}

/** Reads Vitest's report. */
export function byVitest({ numPassedTests, numFailedTests, testResults }) {
  const passed = testResults
    .flatMap((file) => file.assertionResults)
    .filter(({ status }) => status === 'passed');
  const again = passed.filter(({ failureMessages }) => failureMessages.length > 0);
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    again: again.map(({ fullName, failureMessages }) => named(fullName, failureMessages[0])),
  };
}

/** Reads Playwright's report. */
export function byPlaywright({ stats, suites }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    again: suites.flatMap(triedAgain),
  };
}

function triedAgain({ suites = [], specs = [] }) {
  const again = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  const said = again.map(({ title, tests }) => {
    const failed = tests.flatMap(({ results }) => results).find(({ error }) => error);
    return named(title, failed?.error.message ?? '');
  });
  return [...said, ...suites.flatMap(triedAgain)];
}

function named(test, error) {
  return `${test}: ${stripVTControlCharacters(error).split('\n')[0]}`;
}
