import { accessSync, constants } from 'node:fs';
import { rename } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

import { Skipped } from './stages.mjs';
import { must, tool } from './tool.mjs';

const name = 'promtool';

/**
 * Has Prometheus' own tool read the metrics of a running server, and judge their names, kinds and texts.
 *
 * @param {() => Promise<import('./outside-stack.mjs').OutsideStack>} stack starts what it works on
 * @throws {Skipped} where there is no promtool to be had
 * @throws {Error} when it finds something; what, is printed
 */
export async function promtool(stack) {
  const program = await findPromtool();
  const { url } = await stack();
  const response = await fetch(`${url}/metrics`);
  const metrics = await response.text();
  if (!response.ok)
    throw new Error(`GET /metrics was answered with ${response.status}: ${metrics.slice(0, 200)}`);
  const { code, output } = await tool(program, ['check', 'metrics'], { input: metrics, idleMs: 30_000 });
  if (code !== 0 || output.trim() !== '') {
    process.stderr.write(output);
    throw new Error('promtool check metrics: what it found is above.');
  }
  return { note: `${metrics.match(/^# TYPE /gm)?.length ?? 0} metrics, 0 findings` };
}

/**
 * Has it judge the configuration and the rules that docker-compose.yml gives Prometheus.
 *
 * @throws {Skipped} where there is no promtool to be had
 * @throws {Error} when it finds something; what, is printed
 */
export async function promtoolRules() {
  const program = await findPromtool();
  // Its rules are checked with it.
  const output = await must('promtool', program, ['check', 'config', 'deploy/prometheus/prometheus.yml']);
  return { note: `${/(\d+) rules found/.exec(output)?.[1]} rules, 0 findings` };
}

/**
 * PROMTOOL, else one on PATH, else the program alone out of Debian's package: nothing is installed, no service begins.
 *
 * @returns {Promise<string>} its path
 * @throws {Skipped} where there is none to be had
 * @throws {Error} when PROMTOOL does not run
 */
export async function findPromtool() {
  const { PROMTOOL } = process.env;
  if (PROMTOOL) {
    if (await runs(PROMTOOL)) return PROMTOOL;
    throw new Error(`PROMTOOL (${PROMTOOL}) does not run here.`);
  }
  const path = onPath();
  if (path && (await runs(path))) return path;
  const { cacheFolder, kept } = await import('@ticker/mongo/embedded');
  const cache = cacheFolder(process.env);
  const folder = (await kept(cache, name)) ?? (await debianPackage(cache));
  if (await runs(join(folder, name))) return join(folder, name);
  throw new Skipped("there is no promtool here, and that of Debian's package does not run: set PROMTOOL");
}

function onPath() {
  for (const folder of process.env.PATH.split(delimiter)) {
    try {
      const path = join(folder, name);
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not this one.
    }
  }
  return undefined;
}

async function debianPackage(cache) {
  const { keep, sha256 } = await import('@ticker/mongo/embedded');
  try {
    return await keep(cache, name, async (draft) => {
      await step('apt-get', ['--version'], draft);
      console.log(`Getting promtool out of Debian's package prometheus (once, 20 MB, into ${cache}) …`);
      const download = () => step('apt-get', ['download', '-q', 'prometheus'], draft);
      // A bare machine has no lists of packages yet, and only root may get them.
      await download().catch(async (error) => {
        if (process.getuid() !== 0) throw error;
        await step('apt-get', ['update', '-q'], draft);
        await download();
      });
      await step('sh', ['-c', 'dpkg-deb -x prometheus_*.deb package'], draft);
      await rename(join(draft, 'package/usr/bin', name), join(draft, name));
      await step('sh', ['-c', 'rm -r package prometheus_*.deb'], draft);
      return { [name]: await sha256(join(draft, name)) };
    });
  } catch (error) {
    throw new Skipped(`there is no promtool here, nor Debian's package: ${error.message}`);
  }
}

async function step(program, args, cwd) {
  const { code, output } = await tool(program, args, { cwd, idleMs: 120_000 });
  if (code !== 0) throw new Error(output.trim().split('\n').at(-1) || `${program} failed`);
}

async function runs(path) {
  const { code } = await tool(path, ['--version'], { idleMs: 20_000 });
  return code === 0;
}
