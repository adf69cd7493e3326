import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, test } from 'vitest';

// Plain JavaScript, which has no types for us.
const { modules } = await import(new URL('../stryker/modules.mjs', import.meta.url).href);
const { readReport } = await import(new URL('../stryker/report.mjs', import.meta.url).href);
const { table } = await import(new URL('../stryker/survivors.mjs', import.meta.url).href);

const root = fileURLToPath(new URL('../..', import.meta.url));

test.each(modules as { name: string; mutate: string[]; tests: string[] }[])(
  'the module $name is there, and its tests',
  ({ mutate, tests }) => {
    for (const path of [...mutate, ...tests].map((glob) => glob.replace('!', ''))) {
      const place = path.includes('*') ? dirname(path) : path;
      expect(existsSync(join(root, place)), place).toBe(true);
    }
  },
);

/** A report on one file, with a mutant of each status. */
function report(...mutants: object[]): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'ticker-report-'));
  const path = join(folder, 'report.json');
  const location = { start: { line: 2, column: 8 }, end: { line: 2, column: 13 } };
  const source = 'first\nreturn a < b;\n';
  const all = mutants.map((mutant) => ({ location, replacement: 'a  >\n b', ...mutant }));
  writeFileSync(path, JSON.stringify({ files: { 'src/x.ts': { source, mutants: all } } }));
  try {
    return readReport(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('what a time limit ended is told from what a test saw, and broken and ignored ones do not count', () => {
  const counted = report(
    { status: 'Killed', statusReason: 'expected 1 to be 2' },
    { status: 'Killed', statusReason: 'Error: Test timed out in 20000ms.' },
    { status: 'Timeout' },
    { status: 'NoCoverage' },
    { status: 'Survived' },
    { status: 'RuntimeError' },
    { status: 'Ignored' },
  );
  expect(counted).toMatchObject({
    mutants: 5,
    killed: 1,
    timedOut: 2,
    survived: 1,
    noCoverage: 1,
    broken: 1,
    ignored: 1,
    score: 60,
  });
});

it('a survivor is told by where it is, what stood there, and what it became', () => {
  expect(report({ status: 'Survived' })).toMatchObject({
    left: [{ file: 'src/x.ts', line: 2, code: 'a < b', became: 'a > b', covered: true }],
  });
});

it('the table has a row for each module', () => {
  const row = { name: 'x', mutants: 5, killed: 1, timedOut: 2, survived: 1, noCoverage: 1, score: 60 };
  expect(table([row])).toEqual([
    '| module | mutants | killed | timed out | survived | no coverage |  score |',
    '|--------|--------:|-------:|----------:|---------:|------------:|-------:|',
    '| x      |       5 |      1 |         2 |        1 |           1 | 60.0 % |',
  ]);
});
