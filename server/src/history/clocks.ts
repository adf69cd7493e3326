import { OVERLAP, type Tick } from '@ticker/protocol';
import type { Backlog } from '../hub/backlog.ts';

/**
 * How far publishers' clocks may be apart, in milliseconds, for the past to be told exactly: of two ticks the one that
 * was delivered first is never newer, by its time, by as much as this. Order of delivery and order of time are related
 * by nothing else.
 */
export const SKEW_MS = 60_000;

/**
 * The time before which all ticks lie that are older than the backlog; Infinity where it holds none. OVERLAP ticks are
 * looked at, so that one slow clock does not decide.
 */
export function olderThan(backlog: Backlog): number {
  if (backlog.size === 0) return Infinity;
  return newest(oldestHeld(backlog, Math.min(OVERLAP, backlog.size))) + SKEW_MS;
}

/**
 * The newest time of the oldest ticks of a ring that has overwritten others: those were older, so nothing is missing
 * after it. -Infinity where there are no ticks.
 *
 * @param oldest {@link edgeSize} ticks
 * @param latest ticks of a later time are left out: their clocks are wrong
 */
export function edge(oldest: readonly Tick[], latest: number): number {
  return newest(oldest.filter(({ time }) => time <= latest));
}

/** How many ticks of a ring of this size tell its {@link edge}: of a small one half. */
export function edgeSize(size: number): number {
  return Math.min(OVERLAP, Math.ceil(size / 2));
}

/** The ticks that the backlog will forget first, oldest first. */
export function oldestHeld(backlog: Backlog, count = edgeSize(backlog.size)): Tick[] {
  return Array.from({ length: count }, (_, n) => backlog.at(backlog.first + n));
}

function newest(ticks: readonly Tick[]): number {
  return ticks.reduce((newest, { time }) => Math.max(newest, time), -Infinity);
}

/** Tells, while ticks are read from the last delivered one back, when no tick of a time can come any more. */
export class Passed {
  #run = 0;

  /**
   * @param time of the next tick
   * @param since whether ticks of this time or later may still come
   */
  by(time: number, since: number): boolean {
    // A single old tick proves nothing: its publisher's clock may be wrong.
    this.#run = time < since - SKEW_MS ? this.#run + 1 : 0;
    return this.#run >= OVERLAP;
  }
}
