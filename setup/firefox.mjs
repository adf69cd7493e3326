import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

import build from './build.mjs';
import { tool } from './tool.mjs';

const names = ['firefox-esr', 'firefox'];

/**
 * `npm run firefox -w e2e`: the journeys in Firefox.
 *
 * @param {string[]} args for Playwright: parts of files' names, `-g`, …
 */
export default async function firefox(args) {
  const { path, version } = await findFirefox();
  console.log(`${version}: ${path}`);
  await build();
  const { code } = await tool('playwright', ['test', '-c', 'e2e/firefox.config.ts', ...args], {
    show: true,
    env: { FIREFOX_PATH: path },
  });
  process.exitCode = code;
}

/** FIREFOX_PATH, else one on PATH. None is fetched: this is a trial beside the tests, which have a browser of their own. */
async function findFirefox() {
  const { FIREFOX_PATH, PATH } = process.env;
  const paths = FIREFOX_PATH
    ? [FIREFOX_PATH]
    : names.flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name)));
  for (const path of paths) {
    if (!executable(path)) continue;
    // Where it says its version it has all the libraries that it needs.
    const { code, output } = await tool(path, ['--version'], { idleMs: 20_000 });
    if (code === 0) return { path, version: output.trim().split('\n').at(-1) };
  }
  const tried = FIREFOX_PATH ?? `${names.join(' and ')} on PATH`;
  throw new Error(`No Firefox to be had (tried ${tried}): install firefox-esr, or set FIREFOX_PATH.`);
}

function executable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
