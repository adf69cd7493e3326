import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The walls between the folders (ARCHITECTURE.md, "Map") are rules of the linter: each is broken here, and must fall.

const root = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ticker-walls-'));
  cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Whether the linter lets a file import that. */
function allows(file: string, imported: string): boolean {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `import * as all from '${imported}';\n\nexport const one = all;\n`);
  try {
    execFileSync(join(root, 'node_modules/.bin/oxlint'), [file], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return true;
  } catch (error) {
    expect((error as { stdout: string }).stdout).toContain('no-restricted-imports');
    return false;
  } finally {
    rmSync(path);
  }
}

test.each([
  ['protocol/src/x.ts', 'node:fs'],
  ['protocol/src/x.ts', '@ticker/mongo'],
  ['mongo/src/x.ts', 'fastify'],
  ['mongo/src/x.ts', '../../server/src/status.ts'],
  ['publisher/src/x.ts', 'mongodb'],
  ['publisher/src/x.ts', '@ticker/server'],
  ['server/src/x.ts', 'mongodb'],
  ['server/src/x.ts', '../../mongo/src/tail.ts'],
  ['server/src/hub/x.ts', 'ws'],
  ['server/src/hub/x.ts', 'fastify'],
  ['server/src/hub/x.ts', '@ticker/mongo'],
  ['server/src/hub/x.ts', '../session/session.ts'],
  ['web/src/x.ts', '@ticker/protocol/schemas'],
  ['web/src/x.ts', 'typebox'],
  ['web/src/feed/x.ts', 'react'],
  ['web/src/feed/x.ts', '../store/store.ts'],
  ['faults/src/oracle/x.ts', '@ticker/protocol'],
  ['faults/src/oracle/x.ts', 'mongodb'],
  ['faults/src/oracle/x.ts', '../load/wire-id.ts'],
])('%s must not import %s', (file, imported) => {
  expect(allows(file, imported)).toBe(false);
});

test.each([
  ['protocol/src/x.ts', 'typebox'],
  ['mongo/src/x.ts', 'mongodb'],
  ['publisher/src/x.ts', '@ticker/mongo'],
  ['server/src/x.ts', 'fastify'],
  ['server/src/hub/x.ts', '@ticker/protocol'],
  ['web/src/x.ts', '@ticker/protocol'],
  ['faults/src/oracle/x.ts', './book.ts'],
])('%s may import %s', (file, imported) => {
  expect(allows(file, imported)).toBe(true);
});
