import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';

import { compile } from './build.mjs';
import { onEnding } from './ending.mjs';
import install from './install.mjs';
import { root } from './root.mjs';
import { installedStryker } from './stryker/installed.mjs';
import { modules } from './stryker/modules.mjs';
import { readReport } from './stryker/report.mjs';
import { listSurvivors, table, THRESHOLD } from './stryker/survivors.mjs';
import { tool } from './tool.mjs';
import { copyTree } from './tree-copy.mjs';

const reports = join(root, 'test-results', 'mutants');

/**
 * `npm run mutants`: Stryker changes the modules in every way that it knows, one change at a time, and runs their unit
 * tests. At least 85 % of the changes in each must be noticed. (`npm run invariants` is another thing: few changes, chosen
 * by hand, each of which breaks a promise.)
 *
 * @param {string[]} args names of modules; none: all of them. `--list`: writes docs/mutants.md from the last reports.
 */
export default async function stryker(args) {
  const names = args.filter((name) => name !== '--list');
  const unknown = names.find((name) => !modules.some((module) => module.name === name));
  if (unknown !== undefined) {
    throw new Error(`There is no module ${unknown}: ${modules.map(({ name }) => name).join(', ')}.`);
  }
  if (!args.includes('--list') || names.length > 0) await run(names);
  if (args.includes('--list')) listSurvivors(reports);
}

async function run(names) {
  // It takes an hour: it leaves the machine to others.
  setPriority(constants.priority.PRIORITY_LOW);
  await install();
  await compile();
  const folder = mkdtempSync(join(tmpdir(), 'ticker-stryker-'));
  const leave = () => rmSync(folder, { recursive: true, force: true });
  onEnding(() => {
    leave();
    process.exit(1);
  });
  try {
    // Above the copy of the tree, so that Stryker finds its own packages, and the repository's vitest.
    cpSync(join(await installedStryker(), 'node_modules'), join(folder, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    symlinkSync(join(root, 'node_modules/vitest'), join(folder, 'node_modules/vitest'), 'dir');
    mkdirSync(join(folder, 'tree'));
    copyTree(join(folder, 'tree'));
    const chosen = modules.filter(({ name }) => names.length === 0 || names.includes(name));
    const results = [];
    for (const module of chosen) results.push({ name: module.name, ...(await mutate(folder, module)) });
    console.log(`\n${table(results).join('\n')}\n\nReports: ${reports}`);
    process.exitCode = results.every(({ score }) => score >= THRESHOLD) ? 0 : 1;
  } finally {
    leave();
  }
}

/** Runs Stryker on one module of the copy; gives what it reports. */
async function mutate(folder, { name, mutate: files }) {
  const cwd = join(folder, 'tree');
  const report = join(reports, `${name}.json`);
  rmSync(report, { force: true });
  const config = {
    mutate: files,
    // The copy is ours: a sandbox in it would find the packages of the original.
    inPlace: true,
    testRunner: 'vitest',
    vitest: { configFile: 'setup/stryker/vitest.config.mjs', related: false },
    plugins: ['@stryker-mutator/vitest-runner', join(cwd, 'setup/stryker/ignore-texts.mjs')],
    ignorers: ['texts'],
    coverageAnalysis: 'perTest',
    concurrency: availableParallelism(),
    // A machine that is busy must not look like a change that was noticed.
    timeoutMS: 20_000,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    allowConsoleColors: false,
  };
  writeFileSync(join(cwd, 'stryker.json'), JSON.stringify(config));
  console.log(`\n${name}`);
  const program = join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const env = { MUTANTS_MODULE: name };
  const { code } = await tool(process.execPath, [program, 'run', 'stryker.json'], { cwd, env, show: true });
  if (code !== 0) throw new Error(`Stryker failed on ${name}: see above.`);
  return readReport(report);
}
