import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Skipped } from './stages.mjs';
import { tool } from './tool.mjs';

/**
 * A Python program in an environment of its own, which is made in our cache the first time.
 *
 * @param {object} what
 * @param {string} what.name as the package index knows it
 * @param {string} what.version
 * @param {string} what.module that runs it: `python -m …`
 * @param {string} what.pins file with the versions of what it needs, so that it does the same everywhere
 * @param {[number, number]} what.python the oldest that it runs on
 * @param {number} what.megabytes of the download
 * @returns {Promise<[string, ...string[]]>} the command: `python -I -m …`
 * @throws {Skipped} where there is no Python, or the package can't be had
 */
export async function pythonTool({ name, version, module, pins, python, megabytes }) {
  const found = await pythonVersion(name, python);
  const { cacheFolder, keep, kept } = await import('@ticker/mongo/embedded');
  const cache = cacheFolder(process.env);
  // An environment belongs to the Python that it was made with.
  const folder = `${name}-${version}-python-${found}`;
  const environment =
    (await kept(cache, folder)) ??
    (await keep(cache, folder, async (draft) => {
      console.log(`Getting ${name} ${version} by pip (once, ${megabytes} MB, into ${cache}) …`);
      await step(name, 'python3', ['-m', 'venv', draft]);
      const pip = ['-m', 'pip', '--disable-pip-version-check', '--no-input', 'install', '--quiet'];
      await step(name, join(draft, 'bin/python'), [...pip, '-c', pins, `${name}==${version}`]);
      const list = await step(name, join(draft, 'bin/python'), ['-m', 'pip', 'freeze', '--all']);
      await writeFile(join(draft, 'packages.txt'), list);
      return hashOf(draft, 'packages.txt');
    }));
  // Not the program in `bin`: its first line names the folder that it was made in. And of this environment alone (-I).
  return [join(environment, 'bin/python'), '-I', '-m', module];
}

async function pythonVersion(name, [major, minor]) {
  const { code, output } = await tool('python3', ['-c', 'import sys; print(*sys.version_info[:2])']);
  if (code !== 0)
    throw new Skipped(`${name} needs Python ${major}.${minor} or later: there is no python3 here`);
  const found = output.trim().split(' ').map(Number);
  if (found[0] !== major || found[1] < minor) {
    throw new Skipped(`${name} needs Python ${major}.${minor} or later: this is ${found.join('.')}`);
  }
  return found.join('.');
}

async function step(name, program, args) {
  const { code, output } = await tool(program, args, { idleMs: 300_000 });
  if (code === 0) return output;
  throw new Skipped(`${name} can't be had here: ${output.trim().split('\n').at(-1)}`);
}

async function hashOf(folder, file) {
  const { sha256 } = await import('@ticker/mongo/embedded');
  return { [file]: await sha256(join(folder, file)) };
}
