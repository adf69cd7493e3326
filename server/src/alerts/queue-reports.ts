import type { QueueStats } from '@ticker/mongo';
import type { QueueReport } from '@ticker/protocol';
import { Fresh } from '../fresh.ts';

/** A report is made at most once in this time, however many ask: it counts the queue. */
const FRESH_MS = 1_000;

/** What the work queue holds, for whoever asks. */
export function queueReports(stats: () => Promise<QueueStats>): Fresh<QueueReport> {
  return new Fresh(async () => reportOf(await stats()), FRESH_MS);
}

function reportOf({ oldestMs, ...counts }: QueueStats): QueueReport {
  return { ...counts, oldestMs: oldestMs === undefined ? null : Math.round(oldestMs) };
}
