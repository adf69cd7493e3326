import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { pythonTool } from './python-tool.mjs';
import { root } from './root.mjs';
import { tool } from './tool.mjs';
import { reportFile } from './report.mjs';

const version = '4.32.5';
/** It takes 10 s (thrice that on a busy machine) in three phases, each with its word; after such a silence it is ended. */
const idleMs = 120_000;

/**
 * Goes through the HTTP interface of a running server as its OpenAPI document describes it, with requests that are as
 * described and with such as are not, and holds the answers against it. The settings are in `schemathesis.toml`.
 *
 * @param {() => Promise<import('./outside-stack.mjs').OutsideStack>} stack starts what it works on
 * @throws {import('./stages.mjs').Skipped} where it can't be had
 * @throws {Error} when it finds something; what, is printed
 */
export async function schemathesis(stack) {
  const [python, ...module] = await findSchemathesis();
  const { url, token } = await stack();
  const report = reportFile('schemathesis');
  const cwd = join(root, 'node_modules', '.cache', 'ticker');
  mkdirSync(cwd, { recursive: true });
  const args = ['--config-file', join(root, 'setup/schemathesis.toml'), 'run', `${url}/docs/json`];
  const reports = ['--no-color', '--report', 'json', '--report-json-path', report];
  const env = { TICKER_TOKEN: token, HYPOTHESIS_STORAGE_DIRECTORY: join(cwd, 'hypothesis') };
  const { code, output } = await tool(python, [...module, ...args, ...reports], { cwd, env, idleMs });
  const summary = read(report);
  if (code === 0 && summary) return { note: `${version}, ${summary}, 0 failures` };
  process.stderr.write(output);
  throw new Error(`schemathesis: ${summary ?? 'it did not get through'}; what it found is above.`);
}

async function findSchemathesis() {
  return pythonTool({
    name: 'schemathesis',
    version,
    module: 'schemathesis.cli',
    pins: join(root, 'setup/schemathesis.txt'),
    python: [3, 10],
    megabytes: 13,
  });
}

function read(report) {
  try {
    const { operations, test_cases: cases } = JSON.parse(readFileSync(report, 'utf8'));
    return `${cases.generated} cases on ${operations.tested} operations`;
  } catch {
    return undefined;
  }
}
