export type { Alert, GapReason, Mode, Tick } from '@ticker/protocol';
export type { Connection, Status } from './connection.ts';
export type { AlertReport, Delivery } from './event.ts';
export type { Refusal } from './feed-state.ts';
export { type Feed, type FeedOptions, startFeed } from './socket.ts';
export type { Socket, SocketClass } from './surroundings.ts';
