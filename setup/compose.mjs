import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findBrowser } from './browser.mjs';
import { compile } from './build.mjs';
import { onEnding } from './ending.mjs';
import { findEngine } from './engine.mjs';
import install from './install.mjs';
import { root } from './root.mjs';
import { byPlaywright, counts, reportFile } from './report.mjs';
import { Stages } from './stages.mjs';
import { must, tool } from './tool.mjs';

const file = join(root, 'docker-compose.yml');
/** The build installs packages, and some storage drivers copy each layer, in silence. */
const idleMs = 1_200_000;

/** For `npm run test:compose`: docker-compose.yml in real containers, in a real browser. */
export default async function compose() {
  onEnding(() => process.exit(1));
  const stages = new Stages();
  await stages.run('install', install);
  await stages.run('compile', compile);
  await composeIn(stages);
  stages.summary();
  // Where nobody watches, what could not be run must not look as if it had been.
  const missing = process.env.CI && stages.skipped;
  process.exitCode = stages.failed || missing ? 1 : 0;
}

/** The same as stages of a longer list; everything is compiled. */
export async function composeIn(stages) {
  // One of its own for each clone, so that what an earlier run had to leave behind is known to be ours.
  const name = `ticker-test-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`;
  const env = {
    COMPOSE_PROJECT_NAME: name,
    COMPOSE_FILE: file,
    // What somebody has set for a stack of their own is not for this one.
    COMPOSE_DISABLE_ENV_FILE: '1',
    TICKER_IMAGE: `${name}:local`,
    MONGO_CACHE_GB: '0.25',
    PROMETHEUS_DATA: mkdtempSync(join(tmpdir(), 'ticker-prometheus-')),
  };
  // Whoever Prometheus is in its image.
  chmodSync(env.PROMETHEUS_DATA, 0o777);
  const remove = () => {
    const args = ['compose', '--profile', '*', 'down', '--volumes', '--remove-orphans', '--timeout', '3'];
    execFileSync('docker', args, { env: { ...process.env, ...env }, stdio: 'ignore' });
  };
  const end = () => {
    remove();
    rmSync(env.PROMETHEUS_DATA, { recursive: true, force: true });
  };
  let engine;
  await stages.run('engine', async () => {
    engine = await findEngine(baseImages());
    remove();
    return { note: `Docker ${engine.version}` };
  });
  if (!engine) return rmSync(env.PROMETHEUS_DATA, { recursive: true });
  // However this process ends, short of SIGKILL: after that the next run removes what is left.
  process.once('exit', end);
  try {
    await stages.run('image', async () => {
      await must('docker compose build', 'docker', ['compose', 'build', 'init'], { env, idleMs });
      return { note: await sizes(env.TICKER_IMAGE) };
    });
    await stages.run('compose', () => tests(env));
  } finally {
    process.off('exit', end);
    end();
    await tool('docker', ['image', 'rm', env.TICKER_IMAGE]);
    await engine.stop();
  }
}

/** Those that docker-compose.yml names. Not Grafana's, of which the tests read the dashboards only. */
function baseImages() {
  const named = readFileSync(file, 'utf8').matchAll(/\$\{(?!TICKER|GRAFANA)(\w+_IMAGE):-([^}]+)\}/g);
  return [...new Set([...named].map(([, variable, standard]) => process.env[variable] || standard))];
}

async function sizes(image) {
  const base = process.env.NODE_IMAGE || baseImages().find((name) => name.startsWith('node:'));
  const args = ['image', 'inspect', '--format', '{{.Size}}', image, base];
  const [all, below] = (await must('docker image inspect', 'docker', args)).trim().split('\n');
  return `${Math.round((all - below) / 1e6)} MB over the ${Math.round(below / 1e6)} MB of ${base}`;
}

async function tests(env) {
  const report = reportFile('compose');
  const { code } = await tool('playwright', ['test', '-c', 'e2e/compose', '--reporter=list,json'], {
    show: true,
    env: { ...env, CHROME_PATH: await findBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  return counts(code, report, byPlaywright);
}
