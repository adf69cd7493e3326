import type { SourceTick } from './source.ts';

/** When the next tick is due, in milliseconds after the first. Asked once for each tick, in their order. */
export type Schedule = (tick: SourceTick) => number;

/** `rate` ticks a second. Each due time is computed from the start, so that no rounding adds up. */
export function byRate(rate: number): Schedule {
  let index = 0;
  return () => (index++ * 1000) / rate;
}

/**
 * As recorded, `speed` times faster. A tick that is earlier than the one before it begins a new recording, such as the
 * next ticker in a file that is sorted by ticker: it is due at once, and those after it count from it. (Merging them
 * by time would need the whole file in memory.)
 */
export function bySpeed(speed: number): Schedule {
  let begin: { time: number; due: number } | undefined;
  let last = { time: -Infinity, due: 0 };
  return ({ time: date }) => {
    const time = date?.getTime() ?? last.time;
    if (!begin || time < last.time) begin = { time, due: last.due };
    last = { time, due: begin.due + (time - begin.time) / speed };
    return last.due;
  };
}

/** As soon as they come. */
export function atOnce(): Schedule {
  return () => -Infinity;
}
