import { OVERLAP } from '@ticker/protocol';
import type { Backlog } from './backlog.ts';

/** Where a resume goes on: from `from`, without the positions that the client has. */
export interface ResumePoint {
  readonly from: number;
  /** The position after the newest one that the client lists. */
  readonly after: number;
  readonly skip: ReadonlySet<number>;
}

/**
 * Finds where a client goes on that had received these ids last, oldest first: 128 positions before the newest one
 * that is held, because the process that it was connected to may have read its ticks in another member's order.
 * Skipping the listed ids makes a full list exact; a short one may repeat ticks but never omits one.
 *
 * @returns undefined where that can't be promised: none of the ids is held, or the ring has overwritten a part of
 *   those 128
 */
export function resumePoint(backlog: Backlog, ids: readonly string[]): ResumePoint | undefined {
  const held = ids.map((id) => backlog.position(id)).filter((position) => position !== undefined);
  const newest = held.at(-1);
  if (newest === undefined) return undefined;
  const from = newest + 1 - OVERLAP;
  if (from < backlog.first && !backlog.complete) return undefined;
  return { from: Math.max(from, backlog.first), after: newest + 1, skip: new Set(held) };
}
