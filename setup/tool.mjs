import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { root } from './root.mjs';

const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill();
});

/**
 * Runs a program in the repository's folder; the programs of our dependencies are found by their names.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean, cwd?: string, idleMs?: number, input?: string }} [options] `show`:
 *   its output goes to the terminal as it comes, else it is kept; `idleMs`: end it when it has printed nothing for so
 *   long; `input`: what it reads
 * @returns {Promise<{ code: number, output: string }>} its exit code, not 0 when it can't be run, and what it printed
 */
export function tool(program, args, { env = {}, show = false, cwd = root, idleMs = 0, input } = {}) {
  return new Promise((resolve) => {
    const PATH = `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`;
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, PATH, ...env },
      stdio: [input === undefined ? 'ignore' : 'pipe', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    running.add(child);
    // One that ends before it has read everything says itself why.
    child.stdin?.on('error', () => {}).end(input);
    let output = '';
    const timer = idleMs > 0 ? setTimeout(() => child.kill('SIGKILL'), idleMs) : undefined;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
        timer?.refresh();
      });
    }
    const end = (code, reason = '') => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code: code ?? 1, output: output + reason });
    };
    child.once('error', (error) => end(1, error.message));
    child.once('close', (code) => end(code));
  });
}

/**
 * The same for a step that must succeed: its output is shown only when it fails.
 *
 * @throws {Error} that names the step
 */
export async function must(step, program, args, options) {
  const { code, output } = await tool(program, args, options);
  if (code === 0) return output;
  process.stderr.write(output);
  throw new Error(`${step} failed: see above.`);
}

/** The arguments to run npm with this very Node: the npm that started us, where one did. */
export function npm(...args) {
  const script = process.env.npm_execpath;
  return script ? [process.execPath, [script, ...args]] : ['npm', args];
}
