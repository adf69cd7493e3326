import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import build from './build.mjs';
import { whenOrphaned } from './ending.mjs';
import { root } from './root.mjs';

/**
 * Installs and builds, then runs one of our programs.
 *
 * In this very process, so that its exit code, its signals, and the terminal are the program's own.
 *
 * @param {string[]} args the program's file within the repository, and its arguments
 */
export default async function run([file, ...args]) {
  await build();
  const path = join(root, file);
  if (!existsSync(path)) throw new Error(`There is no ${file} in this version of Ticker.`);
  // npm passes no SIGKILL on, and `sh`, which it runs us by, no signal at all.
  whenOrphaned(() => process.kill(process.pid, 'SIGTERM'));
  process.argv = [process.argv[0], path, ...args];
  await import(pathToFileURL(path).href);
}
