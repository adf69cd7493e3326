import { describe, expect, it } from 'vitest';
import { LatencyHistogram } from '../src/measure/histogram.ts';
import { findings } from '../src/slow-consumer/report.ts';
import type { Slice } from '../src/slow-consumer/slow-consumer.ts';

function sliceOf(ms: number, memory: number, rest: { lost?: number; slow?: boolean } = {}): Slice {
  const histogram = new LatencyHistogram();
  histogram.record(ms * 1000, 100);
  const none = { deliveries: 100, doubled: 0, displaced: 0, gaps: 0, ended: 0, lastMicros: 0 };
  return {
    reception: { latency: histogram.encode(), lost: rest.lost ?? 0, ...none },
    cpu: { server: 1 },
    memory: memory * 2 ** 20,
    slow: rest.slow ? { ticks: 500, gaps: 3, closed: 0 } : undefined,
  };
}

const report = (ms: number, lost = 0) =>
  findings({
    sliceSeconds: 2,
    without: [sliceOf(20, 100), sliceOf(20, 110)],
    beside: [sliceOf(ms, 120, { slow: true, lost }), sliceOf(ms, 115, { slow: true })],
  });

describe('slow consumers', () => {
  it('may not delay others by more than a quarter', () => {
    expect(report(24).standings![0]!.verdict).toBe('ahead');
    expect(report(26).standings![0]!.verdict).toBe('behind');
  });

  it('may not cost others a tick', () => {
    expect(report(20, 1).standings![0]).toMatchObject({
      verdict: 'behind',
      measured: '1.00, with loss or gaps',
    });
  });

  it('are shown with the most that the server held, and with what they were told', () => {
    const { markdown } = report(20);
    expect(markdown).toMatch(/\| none +\|.*\| +110 \| +0 \|/);
    expect(markdown).toMatch(/\| 10 +\|.*\| +120 \| +0 \|/);
    expect(markdown).toContain('got 500 ticks in 2 s; of all slow ones together the server told 6 of gaps');
  });
});
