import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** The most memory that a process had resident, in MiB, since {@link forgetPeak}: what it has now, without /proc. */
export function peakMiB(pid: number): number {
  try {
    const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
    return Number(kib) / 1024;
  } catch {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', `${pid}`])) / 1024;
  }
}

/** Begins to look for a process' peak anew: proc(5), clear_refs. */
export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Without it the peak is that of the process' whole life: growth beyond it is still seen.
  }
}
