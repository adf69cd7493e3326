import { numbers, table, text } from '../report/table.ts';
import { whole } from '../report/figure.ts';
import type { Measured } from './plan.ts';

/** Per cent of a core by what ran, process and rate: a row each process, for there are too many for columns. */
export function cpuByRate(measured: readonly Measured[]): string {
  const rates = measured.map(({ rate }) => rate);
  const rows = new Map<string, string[]>();
  for (const [column, { part, seconds, slices }] of measured.entries()) {
    const names = part.variants.map(({ name }) => name);
    for (const [group, ran] of (part.together ? ['all together'] : names).entries()) {
      const used = slices.map((round) => round[group]!.cpu);
      for (const process of new Set(used.flatMap((cpu) => Object.keys(cpu)))) {
        const key = `${ran}\n${process}`;
        const row = rows.get(key) ?? [ran, process, ...rates.map(() => '')];
        const sum = used.reduce((total, cpu) => total + (cpu[process] ?? 0), 0);
        row[2 + column] = ((sum * 100) / (seconds * slices.length)).toFixed(1);
        rows.set(key, row);
      }
    }
  }
  const columns = [
    ...text('what ran', 'process'),
    ...numbers(...rates.map((rate) => `${whole(rate)} ticks/s`)),
  ];
  return table(columns, [...rows.values()]);
}
