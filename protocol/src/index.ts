export { CloseCode } from './close-code.ts';
export type * from './alerts.ts';
export { AlertLimits, EVERY_TICKER, Limits, OVERLAP, PROTOCOL_VERSION, SUBPROTOCOL } from './limits.ts';
export { isTicker, type Tick, TICKER_PATTERN } from './tick.ts';
export type * from './messages.ts';
export type { StreamEvent, StreamGap, StreamShutdown, StreamSnapshot, StreamTick } from './stream-events.ts';
