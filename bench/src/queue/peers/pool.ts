import pg from 'pg';
import type { Place } from '../way.ts';

/** More than any cell has workers: none waits for a connection. */
const CONNECTIONS = 30;

/**
 * Connections to the scenario's PostgreSQL, all open, with the durability that the cell asks for.
 *
 * @throws Error where the scenario has none, or it does not answer
 */
export async function openPool({ postgres, writeConcern }: Place): Promise<pg.Pool> {
  if (!postgres) throw new Error('this way needs a PostgreSQL');
  const pool = new pg.Pool({
    connectionString: postgres,
    min: CONNECTIONS,
    max: CONNECTIONS,
    idleTimeoutMillis: 0,
    options: `-c synchronous_commit=${writeConcern === 1 ? 'off' : 'on'}`,
  });
  // One that breaks fails the query that uses it; an idle one must not end the process.
  pool.on('error', () => {});
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()));
  for (const client of clients) client.release();
  return pool;
}

/** The one number of a query of one row. */
export async function countOf(pool: pg.Pool, sql: string): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(sql);
  return Number(rows[0]!.count);
}
