import type { Alert, ClientMessage, Gap, Mode, ServerMessage, Tick } from '@ticker/protocol';

/** What happens to the feed. `socket` is the number that a `connect` effect gave: those of an earlier one are ignored. */
export type FeedEvent =
  | { readonly type: 'start' }
  | { readonly type: 'stop' }
  | { readonly type: 'open'; readonly socket: number }
  /** Anything received; `message` is null where it could not be read, which is life all the same. */
  | { readonly type: 'message'; readonly socket: number; readonly message: ServerMessage | null }
  /** `reason`: the server's words; most often empty. */
  | { readonly type: 'closed'; readonly socket: number; readonly code: number; readonly reason: string }
  /** The time of the last `schedule` effect has come. */
  | { readonly type: 'timer' }
  | { readonly type: 'online' }
  | { readonly type: 'offline' }
  | { readonly type: 'visible' }
  | { readonly type: 'hidden' }
  /** A person does not want to wait. */
  | { readonly type: 'retry-now' }
  | { readonly type: 'set-tickers'; readonly tickers: readonly string[] }
  | { readonly type: 'set-mode'; readonly mode: Mode }
  /** Alerts that the server could not tell of may be well again. */
  | { readonly type: 'watch-again' };

/** What comes from outside with each event, so that the machine itself has no clock and no chance. */
export interface Moment {
  /** A monotonic clock, in milliseconds: a wall clock that is set back would stop the watchdog. */
  readonly now: number;
  /** From 0 to below 1. */
  readonly random: number;
}

/** What the feed hands on: ticks in their order, none twice, and a gap before the ticks that follow it. */
export type Delivery =
  /** `conflated`: ticks that the server skipped before these. There may be none of these. */
  | { readonly type: 'ticks'; readonly ticks: readonly Tick[]; readonly conflated: number }
  | { readonly type: 'snapshot'; readonly ticks: readonly Tick[] }
  | { readonly type: 'gap'; readonly reason: Gap['reason']; readonly missed: number | null };

/** What the feed hands on of alerts: none twice, over all connections. */
export type AlertReport =
  /** The server tells of alerts. `alerts`: the newest, oldest first; `news`: they fired while this page was there. */
  | { readonly type: 'watching'; readonly alerts: readonly Alert[]; readonly news: boolean }
  | { readonly type: 'alert'; readonly alert: Alert }
  /** It does not; `reason` in its words. */
  | { readonly type: 'off'; readonly reason: string };

/** What the world around the machine is to do, in this order. */
export type Effect =
  | { readonly type: 'connect'; readonly socket: number }
  | { readonly type: 'close'; readonly socket: number }
  | { readonly type: 'send'; readonly socket: number; readonly message: ClientMessage }
  /** Replaces the timer; null takes it away. */
  | { readonly type: 'schedule'; readonly at: number | null }
  | { readonly type: 'deliver'; readonly delivery: Delivery }
  | { readonly type: 'report'; readonly report: AlertReport };
