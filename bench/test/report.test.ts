import { describe, expect, it } from 'vitest';
import { milliseconds, rate, ratio } from '../src/report/figure.ts';
import { cpuTable } from '../src/report/cpu-table.ts';
import { numbers, table, text } from '../src/report/table.ts';

describe('table', () => {
  it('pads texts to the right and numbers to the left', () => {
    const lines = table(
      [...text('variant'), ...numbers('p50')],
      [
        ['ours', '14.1'],
        ['bare', '7'],
      ],
    );
    expect(lines.split('\n')).toEqual([
      '| variant |  p50 |',
      '| ------- | ---: |',
      '| ours    | 14.1 |',
      '| bare    |    7 |',
    ]);
  });

  it('keeps a cell with a bar in one piece', () => {
    expect(table(text('what'), [['a|b']])).toContain('a\\|b');
  });

  it('refuses a row of another length', () => {
    expect(() => table(text('a', 'b'), [['1']])).toThrow('a row of 1 cells, not 2');
  });
});

describe('CPU table', () => {
  it('has a column for each process of any row, empty where it did not run', () => {
    const lines = cpuTable(text('what'), [
      { cells: ['ours'], cpu: { primary: 1, server: 0.5 } },
      { cells: ['bare'], cpu: { primary: 2 } },
    ]);
    expect(lines.split('\n').map((line) => line.replaceAll(' ', ''))).toEqual([
      '|what|primary|server|',
      '|----|------:|-----:|',
      '|ours|1.00|0.50|',
      '|bare|2.00||',
    ]);
  });
});

describe('figures', () => {
  it('show a spread only where there is one', () => {
    expect(ratio({ median: 0.8, min: 0.8, max: 0.8 })).toBe('0.80');
    expect(ratio({ median: 0.81, min: 0.784, max: 1.5 })).toBe('0.81 (0.78–1.50)');
    expect(rate({ median: 11_000, min: 10_400, max: 11_200 })).toBe('11 000 (10 400–11 200)');
    expect(rate({ median: 2.04, min: 0.5, max: 12 })).toBe('2.0 (0.5–12)');
  });

  it('show tenths of milliseconds while they matter', () => {
    expect([0.04, 14.06, 99.94, 1049.6].map(milliseconds)).toEqual(['0.0', '14.1', '99.9', '1 050']);
  });
});
