import { readFile, writeFile } from 'node:fs/promises';
import { machine } from '../../bench/src/measure/machine.ts';
import { numbers, table, text } from '../../bench/src/report/table.ts';
import { type Measured, slope } from './measured.ts';

const MIB = 2 ** 20;

const document = new URL('../../docs/frames.md', import.meta.url);

/** What a table was measured with. */
export interface Setting {
  readonly browser: string;
  readonly mongod: string;
  readonly seconds: number;
  /** That makes the table anew. */
  readonly command: string;
}

/** A table of streams by their names: of each the run whose p95 is the middle one, with the best and the worst p95. */
export function framesTable(rows: readonly (readonly [string, readonly Measured[]])[]): string {
  return table(
    [
      ...text('stream'),
      ...numbers('got, ticks/s', 'frame p50, ms', 'p95', 'longest', 'drawn/s', 'thread busy', 'heap, MiB'),
    ],
    rows.map(([name, runs]) => {
      const sorted = runs.toSorted((a, b) => a.frames.p95 - b.frames.p95);
      const { frames, ticks, busy, heap } = sorted[sorted.length >> 1]!;
      const [best, worst] = [sorted[0]!, sorted.at(-1)!].map((run) => run.frames.p95.toFixed(1));
      return [
        name,
        Number.isNaN(ticks) ? '–' : ticks.toFixed(0),
        frames.p50.toFixed(1),
        runs.length > 1 ? `${frames.p95.toFixed(1)} (${best}–${worst})` : frames.p95.toFixed(1),
        ...[frames.max, frames.drawn].map((value) => value.toFixed(1)),
        `${(busy * 100).toFixed(0)} %`,
        [heap[0]!, heap.at(-1)!].map(({ bytes }) => (bytes / MIB).toFixed(1)).join(' → '),
      ];
    }),
  );
}

/** A table of one heap over time, with its growth. */
export function heapTable(measured: Measured): string {
  const rows = measured.heap.map(({ at, bytes }) => [at.toFixed(0), (bytes / MIB).toFixed(2)]);
  const growth = (slope(measured) / 1024).toFixed(1);
  return `${table(numbers('second', 'heap, MiB'), rows)}\n\nGrowth after the first minute, by least squares: ${growth} KiB a minute.`;
}

/** Puts a part into docs/frames.md, in place of the one of that name. */
export async function record(part: 'frames' | 'heap', words: string, setting: Setting): Promise<void> {
  const { cpu, cores, memoryGiB, system, node, commit } = machine(setting.mongod);
  const { browser, mongod, seconds, command } = setting;
  const made = `\`${command}\`, ${new Date().toISOString().slice(0, 10)}, commit ${commit}: ${cores} × ${cpu}, ${memoryGiB} GiB, ${system}; Node ${node}, mongod ${mongod}, Chromium ${browser}, headless without a GPU; ${seconds} s each. The replica set, the publisher, the server and the browser share the machine.`;
  const [begin, end] = [`<!-- ${part} -->`, `<!-- /${part} -->`];
  const before = await readFile(document, 'utf8');
  const [head, rest] = before.split(begin);
  const tail = rest?.split(end)[1];
  if (head === undefined || tail === undefined) throw new Error(`docs/frames.md has no part ${part}`);
  await writeFile(document, `${head}${begin}\n\n${words}\n\n${made}\n\n${end}${tail}`);
}
