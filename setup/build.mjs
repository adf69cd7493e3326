import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import install from './install.mjs';
import { root } from './root.mjs';
import { must, npm } from './tool.mjs';

const note = join(root, 'node_modules', '.cache', 'ticker', 'dashboard');

/** Compiles the workspaces and bundles the dashboard; what is up to date is left as it is. */
export default async function build() {
  await install();
  await compile();
  await bundle();
}

/** `tsc -b`, which knows itself what has changed. */
export async function compile() {
  await must('Compiling (tsc -b)', 'tsc', ['-b', '--pretty', String(Boolean(process.stderr.isTTY))]);
}

/** Vite's build, when anything that goes into it has changed. */
export async function bundle() {
  const state = sources();
  if (
    existsSync(join(root, 'web/dist/index.html')) &&
    existsSync(note) &&
    readFileSync(note, 'utf8') === state
  )
    return;
  console.error('Building the dashboard …');
  await must('Building the dashboard', ...npm('run', 'build', '-w', 'web', '--silent'));
  mkdirSync(dirname(note), { recursive: true });
  writeFileSync(note, state);
}

/** One hash of all that the dashboard is made of. */
function sources() {
  const hash = createHash('sha256');
  for (const path of ['package-lock.json', ...files('web'), ...files('protocol/src')]) {
    hash.update(path).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

function files(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isFile()) return [path];
    return ['dist', 'node_modules', 'test'].includes(entry.name) ? [] : files(path);
  });
}
