import type { Outcome } from './outcome.ts';

const COLUMNS: readonly [title: string, of: (outcomes: readonly Outcome[]) => string][] = [
  ['plays', (all) => String(all.length)],
  ['acknowledged', (all) => sum(all, ({ verdict }) => verdict.acknowledged)],
  ['delivered', (all) => sum(all, ({ verdict }) => verdict.delivered)],
  ['lost', (all) => sum(all, ({ verdict }) => verdict.lost)],
  ['doubled', (all) => sum(all, ({ verdict }) => verdict.doubled)],
  ['phantom', (all) => sum(all, ({ verdict }) => verdict.phantom)],
  ['order', (all) => sum(all, ({ verdict }) => verdict.misplaced)],
  ['counts', (all) => sum(all, ({ verdict }) => verdict.miscounted)],
  ['gaps', (all) => sum(all, ({ verdict }) => verdict.gaps)],
  ['recovery s', (all) => spread(all.map(({ verdict }) => verdict.recoverySeconds))],
  ['', (all) => (all.every(({ complaints }) => complaints.length === 0) ? 'ok' : 'WRONG')],
];

/** The outcomes as a table, a row for each fault or chain. */
export function table(outcomes: readonly Outcome[]): string {
  const rows = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const name = outcome.faults.length > 1 ? 'chains' : outcome.faults.join();
    rows.set(name, [...(rows.get(name) ?? []), outcome]);
  }
  const cells = [
    ['fault', ...COLUMNS.map(([title]) => title)],
    ...[...rows].map(([name, all]) => [name].concat(COLUMNS.map(([, of]) => of(all)))),
  ];
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function sum(outcomes: readonly Outcome[], of: (outcome: Outcome) => number): string {
  return String(outcomes.reduce((total, outcome) => total + of(outcome), 0));
}

/** The median, and the most where there are several. */
function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const median = sorted[sorted.length >> 1] ?? 0;
  return values.length > 1 ? `${median.toFixed(1)} (${sorted.at(-1)!.toFixed(1)})` : median.toFixed(1);
}
