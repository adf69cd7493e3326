import { compile } from './build.mjs';
import { onEnding } from './ending.mjs';
import install from './install.mjs';
import { onOutsideStack } from './outside-stack.mjs';
import { promtool, promtoolRules } from './promtool.mjs';
import { schemathesis } from './schemathesis.mjs';
import { Stages } from './stages.mjs';

/** `node setup/main.mjs outside`: the outer surface as tools see it that others wrote. */
export default async function outside() {
  onEnding(() => process.exit(1));
  const stages = new Stages();
  await stages.run('install', install);
  await stages.run('compile', compile);
  await outsideIn(stages);
  process.exitCode = stages.failed ? 1 : 0;
}

/** The same as stages of a longer list, on one stack; everything is compiled. */
export async function outsideIn(stages) {
  await onOutsideStack(async (stack) => {
    await stages.run('schemathesis', () => schemathesis(stack));
    await stages.run('promtool', () => promtool(stack));
    await stages.run('rules', promtoolRules);
  });
}
