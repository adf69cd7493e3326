import type { Tick } from '@ticker/protocol';
import type { Backlog } from '../hub/backlog.ts';
import type { Tickers } from '../hub/filter.ts';
import { olderThan, Passed } from './clocks.ts';
import { newestFirst } from './held.ts';

/** Which ticks are asked for; times in milliseconds since 1970. */
export interface TicksQuery {
  readonly tickers: Tickers;
  /** How many: the newest ones. */
  readonly limit: number;
  /** Of this time or later. */
  readonly from: number;
  /** Before this time. */
  readonly to: number;
}

/** The backlog's part of an answer. */
export interface HeldTicks {
  /** Last delivered first. */
  readonly ticks: Tick[];
  /** Whether ticks that are older than the backlog can't add to it. */
  readonly enough: boolean;
}

/** What the backlog holds of the ticks asked for. */
export function heldTicks(backlog: Backlog, { tickers, limit, from, to }: TicksQuery): HeldTicks {
  const ticks: Tick[] = [];
  const passed = new Passed();
  const all = newestFirst(backlog, tickers, (tick) => {
    if (tick.time >= from && tick.time < to) ticks.push(tick);
    return ticks.length < limit && !passed.by(tick.time, from);
  });
  return { ticks, enough: !all || ticks.length >= limit || backlog.complete || from >= olderThan(backlog) };
}
