import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './root.mjs';

const skip = new Set(['node_modules', '.git', '.data', 'test-results']);

/**
 * Copies the tree to where it may be broken: its own packages are linked to the copy, everybody else's to the original.
 *
 * @param {string} copy an empty folder
 */
export function copyTree(copy) {
  for (const entry of readdirSync(root)) {
    if (!skip.has(entry)) cpSync(join(root, entry), join(copy, entry), { recursive: true });
  }
  mkdirSync(join(copy, 'node_modules'));
  for (const entry of readdirSync(join(root, 'node_modules'))) {
    const type = entry === '@ticker' ? undefined : 'dir';
    if (type) symlinkSync(join(root, 'node_modules', entry), join(copy, 'node_modules', entry), type);
  }
  mkdirSync(join(copy, 'node_modules/@ticker'));
  for (const name of readdirSync(join(root, 'node_modules/@ticker'))) {
    symlinkSync(join(copy, name), join(copy, 'node_modules/@ticker', name), 'dir');
  }
}
