import type { Statistics } from '../measure/histogram.ts';
import { whole } from '../report/figure.ts';
import { numbers, table, text } from '../report/table.ts';

/** What the article's tables say of one operation, as far as it is known to us: in what they call milliseconds. */
export interface Published {
  /** The engine that it was measured with. */
  readonly engine: string;
  readonly statistics: Partial<Statistics>;
}

/** One operation: the article's columns, the same by the article's definitions here, and by right ones. */
export interface Compared {
  readonly published: readonly Published[];
  readonly faithful: Statistics;
  /** By the name of the way. */
  readonly corrected: Readonly<Record<string, Statistics>>;
}

const ROWS: readonly (readonly [keyof Statistics, string])[] = [
  ['mean', 'mean'],
  ['deviation', 'standard deviation'],
  ['p75', '75 percentile'],
  ['p95', '95 percentile'],
  ['p99', '99 percentile'],
  ['min', 'minimum'],
  ['max', 'maximum'],
];

/**
 * The article's table with ours beside it. Published and faithful to the microsecond, as the article has them, "–" where it
 * is not known; corrected to the three digits that are measured.
 */
export function simulationTable({ published, faithful, corrected }: Compared): string {
  const theirs = [
    ...published.map(({ engine, statistics }) => [`published: ${engine}`, statistics] as const),
    ['faithful', faithful] as const,
  ];
  const right = Object.entries(corrected);
  const titles = [...theirs.map(([title]) => title), ...right.map(([name]) => `corrected: ${name}`)];
  const rows = ROWS.map(([row, title]) =>
    [title].concat(
      theirs.map(([, column]) => column[row]?.toFixed(3) ?? '–'),
      right.map(([, column]) => digits(column[row])),
    ),
  );
  return table([...text(''), ...numbers(...titles)], rows);
}

function digits(value: number): string {
  return value < 100 ? value.toPrecision(3) : whole(value);
}

/** One sentence on the published cells that are empty; none where all are known. */
export function emptyCells(all: readonly Compared[]): string[] {
  const columns = all.flatMap(({ published }) => published.map(({ statistics }) => statistics));
  const known = columns.reduce((sum, column) => sum + Object.keys(column).length, 0);
  const empty = columns.length * ROWS.length - known;
  if (empty === 0) return [];
  return [
    `Of the published columns ${empty} cells are empty ("–") and ${known} filled: the article's pages were not to be had with their tables, ` +
      'and these figures are all that we know of them from what others quote.',
  ];
}
