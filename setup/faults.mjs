import { compile } from './build.mjs';
import { counts, reportFile } from './report.mjs';
import run from './run.mjs';
import { tool } from './tool.mjs';

const program = 'faults/dist/main.js';

/** `npm run test:faults`: the fault suite. @param {string[]} args its own; none: each fault once */
export default async function faults(args) {
  await run([program, ...args]);
}

/** The choice of it that takes three minutes, as a stage of a longer list. */
export async function faultsIn(stages) {
  await stages.run('faults', async () => {
    await compile();
    const report = reportFile('faults');
    const { code } = await tool(process.execPath, [program, '--short', '--json', report], { show: true });
    return counts(code, report, (outcomes) => {
      const failed = outcomes.filter(({ complaints }) => complaints.length > 0).length;
      return { passed: outcomes.length - failed, failed };
    });
  });
}
