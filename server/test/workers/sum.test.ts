import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import type { MeasuredMetric } from '../../src/workers/message.ts';
import { pageOf, remains } from '../../src/workers/sum.ts';
import { Page } from '../metrics/page.ts';

/** What a worker reports that did something so many times. */
async function report(times: number, worker: string): Promise<MeasuredMetric[]> {
  const registers = [new Registry()];
  const help = 'for the test';
  new Counter({ name: 'done_total', help, registers }).inc(times);
  new Counter({ name: 'own_total', help, labelNames: ['worker'], registers }).inc({ worker }, times);
  new Gauge({ name: 'open', help, registers }).set(times);
  new Gauge({ name: 'shared', help, aggregator: 'first', registers }).set(7);
  new Gauge({ name: 'unknown', help, registers }).remove();
  const histogram = new Histogram({ name: 'late_seconds', help, buckets: [1, 2], registers });
  for (let n = 0; n < times; n++) histogram.observe(1.5);
  return registers[0]!.getMetricsAsJSON() as Promise<MeasuredMetric[]>;
}

it('adds up counters, gauges and histograms, but not what all tell alike, nor what has the label worker', async () => {
  const page = new Page(await pageOf([await report(2, '1'), await report(3, '2')]));
  expect(page.value('done_total')).toBe(5);
  expect(page.value('open')).toBe(5);
  expect(page.value('shared')).toBe(7);
  expect(page.value('unknown')).toBeUndefined();
  expect(page.values('own_total')).toEqual({ 1: 2, 2: 3 });
  expect(page.values('late_seconds_bucket')).toEqual({ 1: 0, 2: 5, '+Inf': 5 });
  expect(page.value('late_seconds_sum')).toBe(7.5);
  expect(page.value('late_seconds_count')).toBe(5);
  expect(page.types.get('late_seconds')).toBe('histogram');
});

it('keeps of workers that ended what they counted, and nothing that they were', async () => {
  const first = await remains([], await report(2, '1'));
  const both = await remains(first, await report(3, '1'));
  const page = new Page(await pageOf([await report(4, '1'), both]));
  expect(page.value('done_total')).toBe(9);
  expect(page.value('late_seconds_count')).toBe(9);
  expect(page.value('open')).toBe(4);
  expect(page.values('own_total')).toEqual({ 1: 4 });
});
