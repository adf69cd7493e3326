import { describe, expect, it } from 'vitest';
import { findings } from '../src/workers/report.ts';
import type { Slice } from '../src/workers/workers.ts';

function slice(workers: number, frames: number, cpuSeconds: number, lost = 0): Slice {
  const fanned = { ticks: 10, frames, deliveries: frames, seconds: 2, lost, doubled: 0 };
  return { workers, fanned, cpuSeconds, memoryBytes: workers * 100 * 2 ** 20 };
}

describe('workers', () => {
  const { markdown, plots } = findings([
    slice(1, 100_000, 1),
    slice(2, 150_000, 2),
    slice(1, 200_000, 2),
    slice(2, 240_000, 3, 7),
  ]);
  const rows = markdown.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const row = (workers: string) => rows.find((cells) => cells[1] === workers)!;

  it('have frames a second, and a CPU second, of the slices, and ratios of neighbours', () => {
    expect(row('1').slice(2, 8)).toEqual(['75 000', '', '0.75', '100 000', '', '100']);
    expect(row('2').slice(2, 8)).toEqual([
      '97 500',
      '1.35 (1.20–1.50)',
      '1.25',
      '77 500',
      '0.78 (0.75–0.80)',
      '200',
    ]);
  });

  it('do not hide what was lost', () => {
    expect(row('2')[8]).toBe('7');
  });

  it('are drawn with the spread of their rounds', () => {
    expect(plots![0]!.points).toMatchObject([
      { value: 75_000, low: 50_000, high: 100_000 },
      { value: 97_500 },
    ]);
  });
});
