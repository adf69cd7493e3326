/** A column of text, which stands to the left, or of numbers, which stand to the right. */
export interface Column {
  readonly title: string;
  readonly numbers: boolean;
}

/** Columns of text. */
export function text(...titles: string[]): Column[] {
  return titles.map((title) => ({ title, numbers: false }));
}

/** Columns of numbers. */
export function numbers(...titles: string[]): Column[] {
  return titles.map((title) => ({ title, numbers: true }));
}

/**
 * A table in Markdown, padded so that it also reads well in a terminal.
 *
 * @throws Error when a row has not as many cells as there are columns
 */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  for (const row of rows) {
    if (row.length !== columns.length) throw new Error(`a row of ${row.length} cells, not ${columns.length}`);
  }
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = columns.map(({ title }, index) =>
    Math.max(3, title.length, ...cells.map((row) => row[index]!.length)),
  );
  const line = (row: readonly string[]) => `| ${row.map((cell, index) => pad(cell, index)).join(' | ')} |`;
  const pad = (cell: string, index: number) =>
    columns[index]!.numbers ? cell.padStart(widths[index]!) : cell.padEnd(widths[index]!);
  const rule = columns.map(({ numbers }, index) =>
    numbers ? `${'-'.repeat(widths[index]! - 1)}:` : '-'.repeat(widths[index]!),
  );
  return [line(columns.map(({ title }) => title)), line(rule), ...cells.map(line)].join('\n');
}
