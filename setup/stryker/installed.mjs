import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { root } from '../root.mjs';
import { must, npm } from '../tool.mjs';

const here = join(root, 'setup/stryker');

/**
 * Stryker, which is installed in our cache the first time: 167 packages that `npm ci` need not bring to everybody.
 *
 * @returns {Promise<string>} the folder that has its node_modules
 * @throws {Error} where it can't be had
 */
export async function installedStryker() {
  const { cacheFolder, keep, kept, sha256 } = await import('@ticker/mongo/embedded');
  const cache = cacheFolder(process.env);
  const { dependencies } = JSON.parse(await readFile(join(here, 'package.json'), 'utf8'));
  const version = dependencies['@stryker-mutator/core'];
  const lockHash = await sha256(join(here, 'package-lock.json'));
  const name = `stryker-${version}-${lockHash.slice(0, 8)}`;
  const found = await kept(cache, name);
  if (found) return found;
  console.log(`Getting Stryker ${version} by npm (once, 65 MB, into ${cache}) …`);
  return keep(cache, name, async (draft) => {
    for (const file of ['package.json', 'package-lock.json'])
      await copyFile(join(here, file), join(draft, file));
    // Without peers: vitest must be the repository's own.
    const flags = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await must('npm ci of Stryker', ...npm('ci', ...flags), { cwd: draft });
    return { 'package-lock.json': lockHash };
  });
}
