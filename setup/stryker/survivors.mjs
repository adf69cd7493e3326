import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../root.mjs';
import { modules } from './modules.mjs';
import { reasonOf } from './reasons.mjs';
import { readReport } from './report.mjs';

/** Of a hundred changes to a module so many must be noticed at least. */
export const THRESHOLD = 85;

const headings = ['module', 'mutants', 'killed', 'timed out', 'survived', 'no coverage', 'score'];

/** @returns {string[]} the results as the lines of a table */
export function table(results) {
  const rows = results.map(({ name, mutants, killed, timedOut, survived, noCoverage, score }) =>
    [name, mutants, killed, timedOut, survived, noCoverage, `${score.toFixed(1)} %`].map(String),
  );
  const widths = headings.map((heading, at) =>
    Math.max(heading.length, ...rows.map((row) => row[at].length)),
  );
  const line = (cells) =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join(' | ')} |`;
  const rule = `|${widths.map((width, at) => `${'-'.repeat(width + 1)}${at === 0 ? '-' : ':'}`).join('|')}|`;
  return [line(headings), rule, ...rows.map(line)];
}

/**
 * Writes docs/mutants.md. A module that has no report yet is named.
 *
 * @param {string} reports folder with the modules' reports
 */
export function listSurvivors(reports) {
  const paths = modules.map(({ name }) => ({ name, path: join(reports, `${name}.json`) }));
  const results = paths.filter(({ path }) => existsSync(path)).map(lastReport);
  const missing = paths.filter(({ path }) => !existsSync(path)).map(({ name }) => name);
  const ignored = results.reduce((sum, result) => sum + result.ignored, 0);
  const text = [
    ...head(ignored),
    ...table(results),
    '',
    ...(missing.length > 0 ? [`Not run to the end yet: ${missing.join(', ')}.`, ''] : []),
    ...results.flatMap(({ name, left }) => section(name, left)),
  ];
  writeFileSync(join(root, 'docs/mutants.md'), `${text.join('\n').trimEnd()}\n`);
}

const head = (ignored) => [
  '# Mutants',
  '',
  '<!-- Made by `npm run mutants -- --list`; the reasons are in setup/stryker/reasons.mjs. -->',
  '',
  '`npm run mutants` has Stryker change the code that the invariants rest on, one small change at a time, and runs the',
  `unit tests of the module. Of each module's changes at least ${THRESHOLD} % must be noticed; below is what was not, and why. What`,
  '`npm run invariants` breaks is another list, made by hand: each of those changes breaks a promise of ARCHITECTURE.md,',
  'and must be noticed by the test that is named for it.',
  '',
  'Timed out: the change made a test wait, or a loop go on, until a limit was over. No coverage: no unit test of the module',
  `reaches the code. ${ignored} changes to descriptions in schemas, which admit and refuse nothing, are not counted.`,
  '',
];

function section(name, left) {
  const groups = new Map();
  for (const survivor of left) {
    const why = reasonOf(survivor);
    groups.set(why, [...(groups.get(why) ?? []), survivor]);
  }
  const lines = [...groups].flatMap(([why, survivors]) => ['', why, '', survivors.map(item)].flat());
  return [`## ${name}`, ...lines, ''];
}

function lastReport({ name, path }) {
  return { name, ...readReport(path) };
}

function item({ file, line, code, became, covered }) {
  return `- ${file}:${line} ${span(code)} → ${span(became)}${covered ? '' : ' (no coverage)'}`;
}

function span(text) {
  const short = text.length > 90 ? `${text.slice(0, 89)}…` : text;
  return short.includes('`') ? `\`\` ${short} \`\`` : `\`${short}\``;
}
