import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { goTool } from './go-tool.mjs';
import { pythonTool } from './python-tool.mjs';
import { root } from './root.mjs';
import { Skipped } from './stages.mjs';
import { tool } from './tool.mjs';

const checker = '0.39.0';
const actionlint = {
  name: 'actionlint',
  version: 'v1.7.12',
  module: 'github.com/rhysd/actionlint/cmd/actionlint',
};

/**
 * Holds `.github/` against the schemas of its files, and has actionlint read the workflows where it can be had.
 *
 * @throws {Skipped} where the schemas can't be had
 * @throws {Error} when one of them finds something; what, is printed
 */
export async function workflows() {
  const python = await pythonTool({
    name: 'check-jsonschema',
    version: checker,
    module: 'check_jsonschema',
    pins: join(root, 'setup/check-jsonschema.txt'),
    python: [3, 11],
    megabytes: 4,
  });
  const files = readdirSync(join(root, '.github/workflows')).map((name) => `.github/workflows/${name}`);
  await check(python, 'vendor.github-workflows', files);
  await check(python, 'vendor.dependabot', ['.github/dependabot.yml']);
  return { note: `${files.length + 1} files by their schemas, ${await lint(files)}` };
}

async function check([python, ...module], schema, files) {
  const { code, output } = await tool(python, [...module, '--builtin-schema', schema, ...files], {
    idleMs: 60_000,
  });
  if (code === 0) return;
  process.stderr.write(output);
  throw new Error(`check-jsonschema ${schema}: what it found is above.`);
}

async function lint(files) {
  try {
    const program = await goTool(actionlint);
    const { code, output } = await tool(program, ['-no-color', ...files], { idleMs: 60_000 });
    if (code === 0) return 'actionlint: 0 findings';
    process.stderr.write(output);
    throw new Error('actionlint: what it found is above.');
  } catch (error) {
    if (error instanceof Skipped) return `actionlint skipped: ${error.message}`;
    throw error;
  }
}
