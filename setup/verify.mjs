import { join } from 'node:path';

import { bundle, compile } from './build.mjs';
import { onEnding } from './ending.mjs';
import install from './install.mjs';
import { packages } from './packages.mjs';
import { byVitest, counts, reportFile } from './report.mjs';
import { root } from './root.mjs';
import { Stages } from './stages.mjs';
import { must, tool } from './tool.mjs';

/** `npm run verify`: format, lint, types, the npm packages, build, unit and integration tests, bundle size. */
export default async function verify() {
  onEnding(() => process.exit(1));
  const stages = new Stages();
  await stages.run('install', install);
  await verifyIn(stages);
  process.exitCode = stages.failed ? 1 : 0;
}

/** The same as stages of a longer list; the dependencies are installed. */
export async function verifyIn(stages) {
  await stages.run('format', () => quiet('oxfmt', '--check', '.'));
  await stages.run('lint', () => quiet('oxlint'));
  await stages.run('types', async () => {
    await compile();
    await quiet('tsc', '-p', 'web');
    await quiet('tsc', '-p', 'tsconfig.tests.json');
  });
  await stages.run('packages', packages);
  await stages.run('build', bundle);
  await stages.run('tests', tests);
  await stages.run('bundle', async () => {
    await must('size-limit', 'size-limit', [], { cwd: join(root, 'web') });
  });
}

async function quiet(program, ...args) {
  await must([program, ...args].join(' '), program, args);
}

async function tests() {
  const report = reportFile('vitest');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await tool('vitest', args, { show: true });
  return counts(code, report, byVitest);
}
