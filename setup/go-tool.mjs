import { rename } from 'node:fs/promises';
import { join } from 'node:path';

import { Skipped } from './stages.mjs';
import { tool } from './tool.mjs';

/** Builds are silent for as long as they take: a minute or two on a busy machine. */
const idleMs = 600_000;

/**
 * A program that is written in Go: the one on PATH, else built in our cache the first time, where there is a Go.
 *
 * @param {object} what
 * @param {string} what.name of the program
 * @param {string} what.version "v1.2.3"
 * @param {string} what.module path of its main package
 * @returns {Promise<string>} how it is started
 * @throws {Skipped} where it is not on PATH, and there is no Go, or the module can't be had
 */
export async function goTool({ name, version, module }) {
  if (await runs(name)) return name;
  const { cacheFolder, keep, kept, sha256 } = await import('@ticker/mongo/embedded');
  const cache = cacheFolder(process.env);
  const folder = `${name}-${version}`;
  const found = await kept(cache, folder);
  if (found) return join(found, name);
  if ((await tool('go', ['version'])).code !== 0) {
    throw new Skipped(`there is no ${name} here, and no Go to build one`);
  }
  console.log(`Building ${name} ${version} by Go (once, into ${cache}) …`);
  const built = await keep(cache, folder, async (draft) => {
    const env = { GOBIN: join(draft, 'bin'), GOTOOLCHAIN: 'local' };
    const { code, output } = await tool('go', ['install', `${module}@${version}`], { env, idleMs });
    if (code !== 0) throw new Skipped(`${name} can't be built here: ${output.trim().split('\n').at(-1)}`);
    await rename(join(draft, 'bin', name), join(draft, name));
    return { [name]: await sha256(join(draft, name)) };
  });
  return join(built, name);
}

async function runs(program) {
  return (await tool(program, ['--help'], { idleMs: 20_000 })).code === 0;
}
