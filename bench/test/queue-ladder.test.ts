import { describe, expect, it } from 'vitest';
import { LatencyHistogram } from '../src/measure/histogram.ts';
import type { Cell } from '../src/queue-ladder/cell.ts';
import { plan, WRITE_CONCERNS } from '../src/queue-ladder/plan.ts';
import { timesBase } from '../src/queue-ladder/rates.ts';
import { findings } from '../src/queue-ladder/report.ts';
import type { WayName } from '../src/queue/ways.ts';

const planned = plan({ level: 'full' });

function cellOf(way: WayName, rate: number, rest: Partial<Cell> = {}): Cell {
  const done = { completed: rate, seconds: 1, doubled: 0, cutOff: 0 };
  const cpu = { primary: 1, workers: 0.5 };
  return { way, w: 1, workers: 25, seconds: 1, waiting: 9, done, rate, wrong: [], cpu, ...rest };
}

/** Every cell of a ladder of one round. */
function ladderOf(rateOf: (way: WayName) => number, odd: Partial<Cell> = {}): Cell[] {
  return WRITE_CONCERNS.flatMap((w) =>
    planned.workers.flatMap((workers) =>
      planned.rungs.map((way) =>
        cellOf(way, rateOf(way), { w, workers, ...(way === 'hinted' && workers === 5 ? odd : {}) }),
      ),
    ),
  );
}

const report = (cells: Cell[]) =>
  findings({
    plan: planned,
    cells,
    enqueued: [{ w: 1, callers: 1, batch: 100, article: [200, 100], ours: [100, 100] }],
    idle: {
      wakeUp: new LatencyHistogram().encode(),
      workers: [{ primary: 0.3, workers: 3 }],
      none: [{ primary: 0.15, workers: 1 }],
    },
  }).markdown;

describe('the ladder', () => {
  it('compares with the article of the same round', () => {
    const cells = [
      cellOf('article', 100),
      cellOf('claimMany', 1_000),
      cellOf('article', 10),
      cellOf('claimMany', 110),
    ];
    expect(timesBase(cells, { way: 'claimMany', w: 1, workers: 25 })).toEqual({
      median: 10.5,
      min: 10,
      max: 11,
      count: 2,
    });
  });

  it('says that every job was completed exactly once, and which budget is met', () => {
    const rates: Partial<Record<WayName, number>> = { claimMany: 1_000, claimManyApart: 900 };
    const markdown = report(ladderOf((way) => rates[way] ?? 100));
    expect(markdown).toContain('**Every job was completed exactly once**');
    expect(markdown).toMatch(/\*\*Budget met\*\*: claim .* measured `claimMany\(100\)`: w: 1 10\.0 with 1,/);
    expect(markdown).toMatch(/\*\*Budget missed\*\*: claim .* measured `claimMany\(100\)`, each worker/);
  });

  it('names each cell in which that can not be said', () => {
    const markdown = report(ladderOf(() => 100, { wrong: ['1 jobs were run twice'] }));
    expect(markdown).toContain('**Not every job was completed exactly once**');
    expect(markdown).toContain('− the sort, by hint, w: 1, 5 workers: 1 jobs were run twice');
    expect(markdown).not.toContain('**Every job');
  });

  it('names what was broken off', () => {
    const done = { completed: 7, seconds: 1, doubled: 0, cutOff: 4 };
    const markdown = report(ladderOf(() => 100, { done }));
    expect(markdown).toContain('− the sort, by hint, 5 workers, w: 1: 4 (7)');
  });

  it('compares enqueueing in pairs, and idle workers with none, the set alone', () => {
    const markdown = report(ladderOf(() => 100));
    expect(markdown).toContain('0.75 (0.50–1.00)');
    // 0.15 s of a core more, in 30 s.
    expect(markdown).toContain('measured 0.50 %');
  });
});
