import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './root.mjs';
import { must, npm } from './tool.mjs';

/** Installs the dependencies where node_modules is missing or is not what package-lock.json says. */
export default async function install() {
  if (isInstalled()) return;
  console.error('Installing dependencies (npm ci) …');
  // Development dependencies build the dashboard, whatever NODE_ENV says.
  const flags = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  await must('npm ci', ...npm('ci', ...flags));
  // Else it would be done again at every start, and take the built dashboard's note with it.
  if (!isInstalled()) {
    throw new Error('package-lock.json does not fit the package.json files: run npm install, and commit it.');
  }
}

/**
 * Compares with npm's own record of what it has put there, so that nobody's `npm install` is done again. Packages for
 * other systems are optional, and stay out.
 */
function isInstalled() {
  try {
    const wanted = packages('package-lock.json');
    const present = packages('node_modules/.package-lock.json');
    return Object.entries(wanted).every(([path, { version, integrity, optional, devOptional, peer }]) => {
      if (path === '') return true;
      const found = present[path];
      if (!found) return Boolean(optional || devOptional || peer);
      return found.version === version && found.integrity === integrity;
    });
  } catch {
    return false;
  }
}

function packages(lock) {
  return JSON.parse(readFileSync(join(root, lock), 'utf8')).packages;
}
