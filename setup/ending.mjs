import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const isLinux = process.platform === 'linux';
const pollMs = isLinux ? 250 : 2000;

/** Calls `end` at Ctrl-C, at SIGTERM, when the terminal closes, and when the npm that started us is gone. */
export function onEnding(end) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  whenOrphaned(end);
}

/**
 * Calls `orphaned` once the npm that we were started by is gone, or the shell between: when they are killed, nobody
 * tells us. Without npm it watches nobody: who starts us by hand, with nohup perhaps, means us to stay.
 */
export function whenOrphaned(orphaned) {
  if (!process.env.npm_lifecycle_event) return;
  const ancestors = upToNpm();
  const timer = setInterval(() => {
    // By who is whose parent, not by who is alive: an id may be another's by now, or a zombie's.
    const intact = ancestors.every(
      (pid, index) => parentOf(index === 0 ? process.pid : ancestors[index - 1]) === pid,
    );
    if (intact) return;
    clearInterval(timer);
    orphaned();
  }, pollMs);
  timer.unref();
}

/** Our parent, its parent, …, npm: nearest first. Without an npm near by, our parent alone. */
function upToNpm() {
  const chain = [process.ppid];
  while (chain.length < 4 && chain.at(-1) > 1) {
    if (/^npm\b|npm-cli/.test(commandOf(chain.at(-1)))) return chain;
    chain.push(parentOf(chain.at(-1)));
  }
  return [process.ppid];
}

function parentOf(pid) {
  if (pid === process.pid) return process.ppid;
  try {
    // After the name, which is in parentheses and may hold anything: state, parent.
    if (isLinux) return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]);
    return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));
  } catch {
    return 0;
  }
}

function commandOf(pid) {
  try {
    if (isLinux) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
