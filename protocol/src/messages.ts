import type { Static } from 'typebox';
import type * as schemas from './schemas.ts';

// Types only: nothing of this file, and so nothing of the schemas, reaches the browser.

export type Mode = Static<typeof schemas.Mode>;
export type GapReason = Static<typeof schemas.GapReason>;
export type ErrorCode = Static<typeof schemas.ErrorCode>;
export type Standstill = Static<typeof schemas.Standstill>;

export type Subscribe = Static<typeof schemas.Subscribe>;
export type Unsubscribe = Static<typeof schemas.Unsubscribe>;
export type Watch = Static<typeof schemas.Watch>;
export type ClientMessage = Subscribe | Unsubscribe | Watch;

export type Welcome = Static<typeof schemas.Welcome>;
export type Subscribed = Static<typeof schemas.Subscribed>;
export type Snapshot = Static<typeof schemas.Snapshot>;
export type Ticks = Static<typeof schemas.Ticks>;
export type Gap = Static<typeof schemas.Gap>;
export type Heartbeat = Static<typeof schemas.Heartbeat>;
export type Unsubscribed = Static<typeof schemas.Unsubscribed>;
export type Watching = Static<typeof schemas.Watching>;
export type AlertMessage = Static<typeof schemas.AlertMessage>;
export type ErrorMessage = Static<typeof schemas.ErrorMessage>;
export type Shutdown = Static<typeof schemas.Shutdown>;
export type ServerMessage =
  | Welcome
  | Subscribed
  | Snapshot
  | Ticks
  | Gap
  | Heartbeat
  | Unsubscribed
  | Watching
  | AlertMessage
  | ErrorMessage
  | Shutdown;
