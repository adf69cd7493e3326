import { execFileSync } from 'node:child_process';
import { cpus, release, totalmem, type } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a measurement was made on and with. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly system: string;
  readonly node: string;
  readonly mongod: string;
  /** Short hash of the commit; with "+" where files had changed since, "unknown" outside a repository. */
  readonly commit: string;
}

/** @param mongod its version */
export function machine(mongod: string): Machine {
  const cores = cpus();
  return {
    cpu: cores[0]?.model.trim() ?? 'unknown',
    cores: cores.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.versions.node,
    mongod,
    commit: commit(),
  };
}

function commit(): string {
  try {
    // The results themselves are no change of what is measured.
    const changed = git(
      'status',
      '--porcelain',
      '--',
      ':/',
      ':!/bench/results',
      ':!/bench/plots',
      ':!/bench/RESULTS.md',
    );
    return git('rev-parse', '--short', 'HEAD') + (changed === '' ? '' : '+');
  } catch {
    return 'unknown';
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: dirname(fileURLToPath(import.meta.url)),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}
