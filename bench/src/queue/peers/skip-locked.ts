import { numberedJob } from '../job-store.ts';
import { loops } from '../loops.ts';
import type { QueueState, QueueWay } from '../way.ts';
import { countOf, openPool } from './pool.ts';

/** What both of the processes, and pgbench, know the table by. */
export const TABLE = 'queue';

/**
 * The article's table (Implementing Queues in PostgreSQL, part 1, C. Bussler 2022): an identifier, the time, the payload as
 * JSON, with an index on the time; the identifier is the key, since the delete finds its row by it. The second table is
 * for jobs that are first claimed and then deleted.
 */
const TABLES = {
  delete: `CREATE SEQUENCE IF NOT EXISTS ${TABLE}_number;
    CREATE TABLE IF NOT EXISTS ${TABLE} (
      element_identifier uuid PRIMARY KEY, time_inserted timestamptz NOT NULL, payload json NOT NULL);
    CREATE INDEX IF NOT EXISTS ${TABLE}_time ON ${TABLE} (time_inserted)`,
  claim: `CREATE SEQUENCE IF NOT EXISTS ${TABLE}_number;
    CREATE TABLE IF NOT EXISTS ${TABLE}_claimed (
      element_identifier uuid PRIMARY KEY, time_inserted timestamptz NOT NULL, payload json NOT NULL,
      started timestamptz);
    CREATE INDEX IF NOT EXISTS ${TABLE}_claimed_time ON ${TABLE}_claimed (time_inserted) WHERE started IS NULL`,
};

interface Row {
  readonly element_identifier: string;
  readonly payload: { readonly number: number };
}

/**
 * The article's dequeue: takes the oldest jobs that no other transaction has.
 *
 * As an array, which is made once: of `IN (SELECT … LIMIT …)` the planner may run the inner part for every row.
 */
export function deleteSql(limit: number): string {
  return `DELETE FROM ${TABLE} WHERE element_identifier = ANY(ARRAY(
    SELECT element_identifier FROM ${TABLE} ORDER BY time_inserted LIMIT ${limit} FOR UPDATE SKIP LOCKED))
    RETURNING payload`;
}

/** The article's enqueue. @param payload an expression: a parameter, a literal */
export function insertSql(table: string, payload: string): string {
  return `INSERT INTO ${table} (element_identifier, time_inserted, payload)
    VALUES (gen_random_uuid(), now(), ${payload})`;
}

interface SkipLocked {
  readonly name: string;
  /** Jobs of a transaction. */
  readonly batch: number;
  /**
   * How jobs are taken: `delete`, as the article: one statement takes a job and forgets it, so what a worker held when
   * it died is lost. `claim`: one marks it, another deletes it when it is done, so it can be found again.
   */
  readonly by: keyof typeof TABLES;
}

/** A queue in PostgreSQL, by the article's statements with `SKIP LOCKED`, prepared; each its own transaction. */
export function skipLockedWay({ name, batch, by }: SkipLocked): QueueWay {
  const table = by === 'delete' ? TABLE : `${TABLE}_claimed`;
  return {
    name,
    open: async (where) => {
      const pool = await openPool(where);
      await pool.query(`SELECT pg_advisory_lock(1); ${TABLES[by]}; SELECT pg_advisory_unlock(1)`);
      const state = async (total: number): Promise<QueueState> => {
        const left = await countOf(pool, `SELECT count(*) FROM ${table}`);
        const running =
          by === 'claim' ? await countOf(pool, `SELECT count(*) FROM ${table} WHERE started IS NOT NULL`) : 0;
        return { waiting: left - running, running, finished: total - left };
      };
      return {
        state,
        seed: async (count) => {
          // Old rows stay: what they leave behind for the vacuum is part of such a queue.
          if (count === 0) await pool.query(`TRUNCATE ${table}`);
          if (by === 'claim')
            await pool.query(`UPDATE ${table} SET started = NULL WHERE started IS NOT NULL`);
          const there = await countOf(pool, `SELECT count(*) FROM ${table}`);
          await pool.query(
            `DELETE FROM ${table} WHERE element_identifier IN
              (SELECT element_identifier FROM ${table} ORDER BY time_inserted DESC LIMIT $1)`,
            [Math.max(0, there - count)],
          );
          await pool.query(
            `INSERT INTO ${table} (element_identifier, time_inserted, payload)
              SELECT gen_random_uuid(), clock_timestamp(),
                json_build_object('number', nextval('${TABLE}_number'), 'text', $2::text)
              FROM generate_series(1, $1::int)`,
            [Math.max(0, count - there), numberedJob(0, 0).payload.text],
          );
          await pool.query(`ANALYZE ${table}`);
        },
        enqueue: (first, count) => {
          const payloads = Array.from({ length: count }, (_, at) =>
            JSON.stringify(numberedJob(first + at, 0).payload),
          );
          if (count === 1)
            return pool.query({ name: 'insert', text: insertSql(table, '$1'), values: payloads });
          const text = `INSERT INTO ${table} (element_identifier, time_inserted, payload)
            SELECT gen_random_uuid(), now(), payload FROM unnest($1::json[]) payload`;
          return pool.query({ name: 'insert-many', text, values: [payloads] });
        },
        work: (order, ledger) =>
          loops(order, async () => {
            const text = by === 'delete' ? deleteSql(batch) : claimSql(table, batch);
            const { rows } = await pool.query<Row>({ name: `take-${by}-${batch}`, text });
            for (const { payload } of rows) ledger.ran(payload.number);
            if (by === 'delete') ledger.completed(rows.length);
            else {
              const done = `DELETE FROM ${table} WHERE element_identifier = ANY($1::uuid[])`;
              const values = [rows.map((row) => row.element_identifier)];
              const { rowCount } = await pool.query({ name: `done-${batch}`, text: done, values });
              ledger.completed(rowCount ?? 0);
            }
            return rows.length > 0;
          }),
        close: async () => {
          await pool.end();
        },
      };
    },
  };
}

function claimSql(table: string, limit: number): string {
  return `UPDATE ${table} SET started = now() WHERE element_identifier = ANY(ARRAY(
    SELECT element_identifier FROM ${table} WHERE started IS NULL
      ORDER BY time_inserted LIMIT ${limit} FOR UPDATE SKIP LOCKED))
    RETURNING element_identifier, payload`;
}
