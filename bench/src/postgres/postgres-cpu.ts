import pg from 'pg';
import { type CpuSeconds, cpuSeconds } from '../measure/cpu.ts';
import type { Postgres } from './postgres.ts';

/** The name of all its processes together, in tables. */
export const POSTGRES = 'postgres';

/**
 * What all processes of a PostgreSQL server have used, by process: one for each connection, and those that write, clean
 * and flush. A vacuum's worker comes and goes, and is not counted: that is in PostgreSQL's favour.
 *
 * @throws Error when the server does not answer
 */
export async function postgresCpu({ url, pid }: Postgres): Promise<CpuSeconds> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE backend_type <> 'autovacuum worker' AND pid <> pg_backend_pid()",
  );
  const pids = [pid, ...rows.map((row) => row.pid)];
  const used = await cpuSeconds(new Map(pids.map((each) => [String(each), each])));
  await client.end();
  return used;
}

/** What they used between two looks; a process that has ended since is not counted. */
export function postgresCpuBetween(before: CpuSeconds, after: CpuSeconds): number {
  return Object.entries(after).reduce((sum, [pid, seconds]) => sum + seconds - (before[pid] ?? 0), 0);
}
