import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from './root.mjs';
import { must, npm } from './tool.mjs';

/** The workspaces that are npm packages of their own, for programs of others. */
export const published = ['protocol', 'mongo', 'web/src/feed'];

/**
 * Packs what would be published, and has publint and Are the types wrong? judge it; everything is compiled. ES modules
 * only: that a `require` or an old resolution finds nothing is meant.
 */
export async function packages() {
  const folder = mkdtempSync(join(tmpdir(), 'ticker-packages-'));
  try {
    const packed = await pack(folder);
    for (const { file } of packed) {
      await must(`publint ${file}`, 'publint', [file, '--strict']);
      await must(`attw ${file}`, 'attw', [file, '--profile', 'esm-only', '--no-color']);
    }
    return { note: packed.map(({ id, size }) => `${id} ${Math.ceil(size / 1024)} kB`).join(', ') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {string} folder where the packages go
 * @returns {Promise<{ id: string, name: string, file: string, size: number }[]>} name@version, name, path, and bytes
 *   packed
 */
export async function pack(folder) {
  for (const workspace of published) licensed(workspace);
  const workspaces = published.flatMap((workspace) => ['-w', workspace]);
  // Its first line of output may be a warning of npm's about somebody's settings: those go to stderr with it.
  const args = ['pack', '--json', '--loglevel=error', '--pack-destination', folder, ...workspaces];
  const output = await must('npm pack', ...npm(...args));
  const packed = JSON.parse(output.slice(output.search(/^[[{]/m)));
  // From npm 12 on it is an object, by name.
  return Object.values(packed).map(({ id, name, filename, size }) => ({
    id,
    name,
    size,
    file: join(folder, filename.replace('@', '').replace('/', '-')),
  }));
}

/** npm takes a licence from the package's own folder alone. */
function licensed(workspace) {
  if (licence(workspace) !== licence('.')) {
    throw new Error(`${workspace}/LICENSE is not the LICENSE of the project: copy it there.`);
  }
}

function licence(folder) {
  return readFileSync(join(root, folder, 'LICENSE'), 'utf8');
}
