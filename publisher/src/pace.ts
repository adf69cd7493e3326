import type { Clock } from './clock.ts';
import type { Schedule } from './schedule.ts';
import type { Source, SourceTick } from './source.ts';

/** Batches come no closer than this, in milliseconds: up to 100 ticks/s each tick is alone, at its time. */
const SPACING_MS = 10;

/** Ticks in a batch at most. Into a full ring, one batch at a time: 100 give 8 500 ticks/s, 500 12 900, 1000 15 000. */
const BATCH_MAX = 1000;

/**
 * How far behind its schedule the pace may fall and still catch up, in milliseconds. After a longer stall the rest of
 * the schedule moves: ticks come later, none is left out, and no flood follows an outage of an hour.
 */
const BEHIND_MS = 1000;

/**
 * Gives the ticks of a source in batches, each when its ticks are due and the one before was dealt with: there is
 * never more than one under way, so their order is kept. (Two at a time gave 16 400 ticks/s in place of 15 000, four
 * 14 200: not worth the order.) Ends with the source, or when the signal aborts.
 */
export async function* pace(
  source: Source,
  schedule: Schedule,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<SourceTick[], void, void> {
  let start: number | undefined;
  let notBefore = -Infinity;
  for await (const chunk of source) {
    // The schedule begins with the first tick, not with the opening of a slow source.
    start ??= clock.now();
    let batch: SourceTick[] = [];
    for (const tick of chunk) {
      const due = schedule(tick);
      if (batch.length > 0 && (batch.length === BATCH_MAX || start + due > clock.now())) {
        yield batch;
        batch = [];
      }
      if (batch.length === 0) {
        const time = Math.max(start + due, notBefore);
        await until(time, clock, signal);
        if (signal.aborted) return;
        // From when it should have been, not from when the timer fired, or lateness would add up.
        notBefore = Math.max(time + SPACING_MS, clock.now());
        const behind = clock.now() - (start + due);
        if (behind > BEHIND_MS && due > -Infinity) start += behind - BEHIND_MS;
      }
      batch.push(tick);
    }
    if (batch.length > 0) yield batch;
  }
}

async function until(time: number, clock: Clock, signal: AbortSignal): Promise<void> {
  for (let left = time - clock.now(); left > 0 && !signal.aborted; left = time - clock.now()) {
    await clock.sleep(left, signal);
  }
}
