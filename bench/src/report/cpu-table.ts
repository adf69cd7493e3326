import type { CpuSeconds } from '../measure/cpu.ts';
import { type Column, numbers, table } from './table.ts';

/** A row of a CPU table: what ran, and what each process used. */
export interface CpuRow {
  readonly cells: readonly string[];
  readonly cpu: CpuSeconds;
}

/**
 * CPU seconds, a column for each process that took part in any row; empty where it did not run.
 *
 * @param columns of the rows' own cells
 */
export function cpuTable(columns: readonly Column[], rows: readonly CpuRow[]): string {
  const processes = [...new Set(rows.flatMap(({ cpu }) => Object.keys(cpu)))];
  return table(
    [...columns, ...numbers(...processes)],
    rows.map(({ cells, cpu }) => [...cells, ...processes.map((name) => cpu[name]?.toFixed(2) ?? '')]),
  );
}
