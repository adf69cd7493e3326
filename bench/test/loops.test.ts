import { describe, expect, it } from 'vitest';
import { loops } from '../src/queue/loops.ts';

describe('loops', () => {
  it('have each worker run one cycle at a time, until it says that none waits', async () => {
    const running = new Set<number>();
    const cycles = [0, 0, 0];
    await loops({ workers: 3, seconds: 20 }, async ({ worker }) => {
      expect(running.has(worker)).toBe(false);
      running.add(worker);
      await Promise.resolve();
      running.delete(worker);
      return ++cycles[worker]! < 5 + worker;
    });
    expect(cycles).toEqual([5, 6, 7]);
  });

  it('begin no cycle when the time is up', async () => {
    let cycles = 0;
    await loops({ workers: 2, seconds: 0 }, async () => ++cycles > 0);
    expect(cycles).toBe(0);
  });

  it('have patience for as long again as the time lasts', async () => {
    const patience: number[] = [];
    await loops({ workers: 1, seconds: 30 }, async ({ patienceMs }) => {
      patience.push(patienceMs());
      return false;
    });
    expect(patience[0]).toBeGreaterThan(30_000);
    expect(patience[0]).toBeLessThanOrEqual(60_000);
  });

  it('fail with their cycle', async () => {
    const failing = loops({ workers: 2, seconds: 20 }, async () => Promise.reject(new Error('no primary')));
    await expect(failing).rejects.toThrow('no primary');
  });
});
