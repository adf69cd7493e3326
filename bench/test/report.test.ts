import { describe, expect, it } from 'vitest';
import { milliseconds, rate, ratio, roundsNote, times } from '../src/report/figure.ts';
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
  const spreadOf = (median: number, min: number, max: number, count = 5) => ({ median, min, max, count });

  it('show a spread only where there is one', () => {
    expect(ratio(spreadOf(0.8, 0.8, 0.8))).toBe('0.80');
    expect(ratio(spreadOf(0.81, 0.784, 1.5))).toBe('0.81 (0.78–1.50)');
    expect(ratio(spreadOf(Infinity, 5, Infinity))).toBe('∞ (5.00–∞)');
    expect(rate(spreadOf(11_000, 10_400, 11_200))).toBe('11 000 (10 400–11 200)');
    expect(rate(spreadOf(2.04, 0.5, 12))).toBe('2.0 (0.5–12)');
  });

  it('say of how few pairs a ratio is', () => {
    expect(times(spreadOf(0.81, 0.78, 0.84, 5))).toBe('0.81 (0.78–0.84) ×');
    expect(times(spreadOf(0.8, 0.8, 0.8, 1))).toBe('0.80 ×, of 1 pair');
    expect([roundsNote(2), roundsNote(5)]).toEqual([
      '**Ratios are of 2 rounds**: a look.',
      'Ratios are of 5 rounds.',
    ]);
  });

  it('show tenths of milliseconds while they matter', () => {
    expect([0.04, 14.06, 99.94, 1049.6].map(milliseconds)).toEqual(['0.0', '14.1', '99.9', '1 050']);
  });
});
