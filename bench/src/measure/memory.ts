import pidusage from 'pidusage';

/** Bytes of memory that each process has resident, by the process' name. */
export type MemoryBytes = Readonly<Record<string, number>>;

/**
 * Asks the operating system what these processes hold in memory now (their resident set), garbage included.
 *
 * @param processes process ids by name
 * @throws Error when one of them does not run
 */
export async function memoryBytes(processes: ReadonlyMap<string, number>): Promise<MemoryBytes> {
  if (processes.size === 0) return {};
  const usage = await pidusage([...processes.values()]);
  return Object.fromEntries([...processes].map(([name, pid]) => [name, usage[pid]!.memory]));
}
