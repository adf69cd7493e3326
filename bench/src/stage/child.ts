import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Runs a file of ours in a process of its own. It does not outlive us: at our exit it is killed, and where we are killed
 * ourselves the channel between us closes, by which it ends.
 *
 * @param env its whole environment; ours by default
 */
export function forkChild(file: URL, env: NodeJS.ProcessEnv = process.env): ChildProcess {
  const child = fork(file, { env, execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/**
 * Ends a process, and resolves when it has ended. Never rejects.
 *
 * @param ask how it is asked to; after `patienceMs` it is killed
 */
export async function endChild(child: ChildProcess, ask: () => void, patienceMs: number): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  ask();
  await exited;
  clearTimeout(timer);
}
