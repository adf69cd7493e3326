import { accessSync, constants, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

import { compile } from './build.mjs';
import install from './install.mjs';
import { npmChromium, keptNpmChromium } from './npm-chromium.mjs';
import { root } from './root.mjs';
import { tool } from './tool.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** `node setup/main.mjs browser`: gets a browser for tests, and prints where it is. */
export default async function browser() {
  await install();
  await compile();
  console.log(await findBrowser());
}

/**
 * A Chromium or Chrome: CHROME_PATH, else one on PATH, else Playwright's, else Debian's, else the one of an npm package.
 *
 * @returns {Promise<string>} its path
 * @throws {Error} one line: every way that was tried and why it failed
 */
export async function findBrowser() {
  const { CHROME_PATH } = process.env;
  if (CHROME_PATH) return probe(CHROME_PATH);
  const failures = ['CHROME_PATH: not set'];
  // What is there already comes before any download.
  const ways = [
    ['PATH', () => probe(onPath())],
    ["Playwright's", () => probe(playwrightPath())],
    ['', keptNpmChromium],
    ["Playwright's download", playwrightDownload],
    ["Debian's package", debianPackage],
    ['the npm package', npmChromium],
  ];
  for (const [name, find] of ways) {
    try {
      const path = await find();
      if (path) return path;
    } catch (error) {
      failures.push(`${name}: ${error.message}`);
    }
  }
  throw new Error(
    `No browser to be had. Tried ${failures.join('; ')}. Install Chromium, or set CHROME_PATH.`,
  );
}

function onPath() {
  for (const folder of process.env.PATH.split(delimiter)) {
    for (const name of names) {
      try {
        const path = join(folder, name);
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Not this one.
      }
    }
  }
  throw new Error('none');
}

function playwrightPath() {
  const require = createRequire(join(root, 'e2e/package.json'));
  return require('@playwright/test').chromium.executablePath();
}

async function playwrightDownload() {
  console.log("Getting a browser for tests: Playwright's Chromium …");
  const { code, output } = await tool('playwright', ['install', '--no-shell', 'chromium'], {
    // It prints its progress; without a network it would try for minutes.
    idleMs: 30_000,
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
  });
  if (code !== 0) throw new Error(/^Error: (.*)$/m.exec(output)?.[1] ?? 'no answer');
  return probe(playwrightPath());
}

async function debianPackage() {
  // Not its relatives: Ubuntu's package of that name only fetches a snap.
  if (!/^ID=debian$/m.test(read('/etc/os-release'))) throw new Error('this is no Debian');
  if (process.getuid() !== 0) throw new Error('only root may install it');
  console.log("Getting a browser for tests: Debian's chromium, by apt-get …");
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const { code, output } = await tool('apt-get', args, { env, idleMs: 120_000 });
    if (code !== 0) throw new Error(output.trim().split('\n').at(-1));
  }
  return probe(onPath());
}

/** Asks a browser for its version; thereby we know that it has all the libraries that it needs. */
async function probe(path) {
  const { code, output } = await tool(path, ['--version'], { idleMs: 20_000 });
  if (code !== 0) throw new Error(`${path} does not run here: ${output.trim().split('\n')[0]}`);
  return path;
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
