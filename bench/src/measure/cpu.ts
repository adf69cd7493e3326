import pidusage from 'pidusage';

/** Seconds of CPU that each process has used, user and system, by the process' name. */
export type CpuSeconds = Readonly<Record<string, number>>;

/**
 * Asks the operating system what these processes have used since they started. Its resolution is that of the kernel's
 * accounting, 10 ms on Linux.
 *
 * @param processes process ids by name
 * @throws Error when one of them does not run
 */
export async function cpuSeconds(processes: ReadonlyMap<string, number>): Promise<CpuSeconds> {
  const usage = await pidusage([...processes.values()]);
  return Object.fromEntries([...processes].map(([name, pid]) => [name, used(usage[pid], name)]));
}

/** What was used between two answers of {@link cpuSeconds}. */
export function cpuBetween(before: CpuSeconds, after: CpuSeconds): CpuSeconds {
  return Object.fromEntries(
    Object.entries(after).map(([name, seconds]) => [name, seconds - (before[name] ?? 0)]),
  );
}

/** The sum of several phases, by name. */
export function cpuSum(all: readonly CpuSeconds[]): CpuSeconds {
  const sum: Record<string, number> = {};
  for (const [name, seconds] of all.flatMap(Object.entries<number>)) sum[name] = (sum[name] ?? 0) + seconds;
  return sum;
}

function used(usage: { ctime: number } | undefined, name: string): number {
  if (!usage) throw new Error(`the process "${name}" has ended while it was measured`);
  return usage.ctime / 1000;
}
