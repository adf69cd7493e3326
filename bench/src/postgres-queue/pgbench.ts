import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Postgres } from '../postgres/postgres.ts';
import { numberedJob } from '../queue/job-store.ts';
import { deleteSql, insertSql, TABLE } from '../queue/peers/skip-locked.ts';
import { CLIENTS } from './plan.ts';

const run = promisify(execFile);

/** Jobs a second by PostgreSQL's own load generator, which the article used. */
export interface PgbenchRates {
  readonly enqueue: number;
  readonly dequeue: number;
  readonly together: { readonly enqueue: number; readonly dequeue: number };
}

/**
 * The article's runs: enqueue alone, dequeue alone, both at once.
 *
 * @param seed has a table full of jobs wait
 * @returns undefined where there is no pgbench
 */
export async function pgbench(
  { pgbench: program, url, env }: Postgres,
  seconds: number,
  seed: () => Promise<void>,
): Promise<PgbenchRates | undefined> {
  if (!program) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'ticker-pgbench-'));
  const payload = JSON.stringify(numberedJob(0, 0).payload);
  const scripts = { enqueue: `${insertSql(TABLE, `'${payload}'`)};`, dequeue: `${deleteSql(1)};` };
  const load = async (name: keyof typeof scripts): Promise<number> => {
    const file = join(folder, name);
    await writeFile(file, scripts[name].replaceAll(/\s+/g, ' '));
    const options = ['-n', '-M', 'prepared', '-c', `${CLIENTS}`, '-j', '1', '-T', `${seconds}`, '-f', file];
    const { stdout } = await run(program, [...options, url], { env, timeout: (seconds + 20) * 1_000 });
    return transactionsOf(stdout);
  };
  try {
    await seed();
    const enqueue = await load('enqueue');
    await seed();
    const dequeue = await load('dequeue');
    await seed();
    const [enqueued, dequeued] = await Promise.all([load('enqueue'), load('dequeue')]);
    return { enqueue, dequeue, together: { enqueue: enqueued, dequeue: dequeued } };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Transactions a second, of what pgbench says: without the time to connect. @throws Error when it says none */
export function transactionsOf(output: string): number {
  const tps = /^tps = ([\d.]+) \((?:without|excluding)/m.exec(output)?.[1];
  if (tps === undefined) throw new Error(`pgbench said no rate: ${output.trim().split('\n').at(-1) ?? ''}`);
  return Number(tps);
}
