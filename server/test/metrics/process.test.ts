import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RunningApp } from '../running-app.ts';
import { Page } from './page.ts';

let app: RunningApp;

beforeAll(async () => {
  app = await RunningApp.start();
});
afterAll(async () => {
  await app.stop();
});

/** Lets nothing else of this process run. */
function block(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

describe('The event loop', () => {
  it('shows how long nobody was served, and that it was busy', async () => {
    const before = await Page.of(app.url);
    block(300);
    const after = await Page.of(app.url);
    const late = (page: Page): number =>
      page.value('ticker_event_loop_delay_seconds_count')! -
      page.value('ticker_event_loop_delay_seconds_bucket', { le: '0.2' })!;
    expect(late(after)).toBeGreaterThan(late(before));
    const busy = (page: Page): number => page.value('ticker_event_loop_active_seconds_total')!;
    expect(busy(after) - busy(before)).toBeGreaterThan(0.29);
  });
});

describe('The process', () => {
  it('shows its CPU time, its memory, and when it began', async () => {
    const before = await Page.of(app.url);
    block(100);
    const after = await Page.of(app.url);
    const cpu = 'ticker_process_cpu_seconds_total';
    expect(after.value(cpu)!).toBeGreaterThan(before.value(cpu)!);
    expect(after.value('ticker_process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(after.value('ticker_nodejs_heap_size_used_bytes')).toBeGreaterThan(1_000_000);
    const began = after.value('ticker_process_start_time_seconds')! * 1000;
    expect(Date.now() - began).toBeGreaterThan(0);
    expect(Date.now() - began).toBeLessThan(3_600_000);
  });
});
