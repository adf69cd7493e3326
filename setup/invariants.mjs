import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { compile } from './build.mjs';
import { onEnding } from './ending.mjs';
import install from './install.mjs';
import { mutants } from './invariant-mutants.mjs';
import { tool } from './tool.mjs';
import { copyTree } from './tree-copy.mjs';

/**
 * `npm run invariants`: breaks each invariant of ARCHITECTURE.md by a one-line change of our code, and sees its test
 * fall. The changes are made in a copy of the tree, so that whatever ends this leaves the tree as it is.
 *
 * @param {string[]} args numbers of invariants; none: all of them
 */
export default async function invariants(args) {
  const copy = mkdtempSync(join(tmpdir(), 'ticker-mutants-'));
  const leave = () => rmSync(copy, { recursive: true, force: true });
  onEnding(() => {
    leave();
    process.exit(1);
  });
  try {
    await install();
    await compile();
    copyTree(copy);
    let fell = 0;
    const chosen = mutants.filter(({ invariant }) => args.length === 0 || args.includes(String(invariant)));
    for (const mutant of chosen) fell += await falls(copy, mutant);
    console.log(`\n${fell} passed, ${chosen.length - fell} failed`);
    process.exitCode = fell === chosen.length ? 0 : 1;
  } finally {
    leave();
  }
}

/** @returns {Promise<number>} 1 where the test passed before the change and fell by it */
async function falls(copy, { invariant, what, file, find, replace, test: [path, name] }) {
  const original = readFileSync(join(copy, file), 'utf8');
  if (original.split(find).length !== 2) throw new Error(`${file} does not hold exactly one: ${find}`);
  const run = async () => {
    // Some tests start the built programs.
    await tool('tsc', ['-b', 'server'], { cwd: copy });
    const { code, output } = await tool('vitest', ['run', '--retry=0', path, ...(name ? ['-t', name] : [])], {
      cwd: copy,
    });
    return { ok: code === 0, ran: /Tests.* (passed|failed)/.test(output), output };
  };
  const before = await run();
  writeFileSync(
    join(copy, file),
    original.replace(find, () => replace),
  );
  const after = await run();
  endLeftOvers(copy);
  writeFileSync(join(copy, file), original);
  const fell = before.ok && before.ran && after.ran && !after.ok;
  console.log(
    `${fell ? '✓' : '✗'} ${invariant}. ${what} (${file})\n     ${path}${name ? `: "${name}"` : ''}`,
  );
  if (!before.ok)
    console.log(`     the test does not pass without the change either:\n${before.output.slice(-2000)}`);
  else if (!fell) console.log(`     the test did not fall:\n${after.output.slice(-2000)}`);
  return fell ? 1 : 0;
}

/** A mutant of the guard leaves mongods behind, as it should. Ends them: those of ours whose folder is the copy. */
function endLeftOvers(copy) {
  if (!existsSync('/proc/self/cwd')) return;
  for (const pid of readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && Number(name) !== process.pid,
  )) {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) === copy) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended by itself, or is another user's.
    }
  }
}
