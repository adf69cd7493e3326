import { Type } from 'typebox';
import { Limits } from './limits.ts';

// The one source of every message's shape: the server validates with these, the types in messages.ts are
// derived from them, and the documents are generated from them. The page imports the types only.
// Unknown fields are ignored on both sides, so no object here forbids additional properties.

const Id = Type.String({ minLength: 1, maxLength: Limits.idLength, description: 'Id of a tick' });
const Ref = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Echoed in the answer',
});
const Millis = Type.Integer({ description: 'Milliseconds since 1970' });
const Tickers = Type.Array(Type.String({ pattern: '^(\\*|[A-Za-z0-9._-]{1,32})$' }), {
  minItems: 1,
  maxItems: Limits.tickers,
  description: 'Names of tickers; ["*"] is every ticker',
});

export const Mode = Type.Union([Type.Literal('all'), Type.Literal('latest')]);

export const TickSchema = Type.Object({
  id: Id,
  time: Millis,
  ticker: Type.String({ pattern: '^[A-Za-z0-9._-]{1,32}$' }),
  price: Type.Number(),
});

export const Subscribe = Type.Object({
  type: Type.Literal('subscribe'),
  id: Ref,
  tickers: Tickers,
  mode: Type.Optional(Mode),
  history: Type.Optional(Type.Integer({ minimum: 0, maximum: Limits.history })),
  since: Type.Optional(Type.Union([Id, Type.Array(Id, { minItems: 1, maxItems: Limits.since })])),
});

export const Unsubscribe = Type.Object({
  type: Type.Literal('unsubscribe'),
  id: Ref,
  tickers: Tickers,
});

export const Welcome = Type.Object({
  type: Type.Literal('welcome'),
  version: Type.String(),
  process: Type.String({ description: 'Names the server process; changes when it restarts' }),
  time: Millis,
  heartbeatMs: Type.Integer(),
  limits: Type.Object({
    history: Type.Integer(),
    since: Type.Integer(),
    tickers: Type.Integer(),
    messageBytes: Type.Integer(),
  }),
});

export const Subscribed = Type.Object({
  type: Type.Literal('subscribed'),
  id: Ref,
  tickers: Tickers,
  mode: Mode,
  resumed: Type.Boolean(),
});

export const Snapshot = Type.Object({
  type: Type.Literal('snapshot'),
  id: Type.Union([Ref, Type.Null()], {
    description: "The subscribe's id; null after a gap on a running stream",
  }),
  ticks: Type.Array(TickSchema),
});

export const Ticks = Type.Object({
  type: Type.Literal('ticks'),
  ticks: Type.Array(TickSchema),
  conflated: Type.Integer({ minimum: 0 }),
});

export const GapReason = Type.Union([
  Type.Literal('history_exceeded'),
  Type.Literal('slow_consumer'),
  Type.Literal('upstream'),
]);

export const Gap = Type.Object({
  type: Type.Literal('gap'),
  reason: GapReason,
  missed: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
});

export const Heartbeat = Type.Object({
  type: Type.Literal('heartbeat'),
  time: Millis,
  last: Type.Union([Id, Type.Null()]),
});

export const Unsubscribed = Type.Object({
  type: Type.Literal('unsubscribed'),
  id: Ref,
  tickers: Tickers,
});

export const ErrorCode = Type.Union([
  Type.Literal('bad_request'),
  Type.Literal('too_many'),
  Type.Literal('forbidden'),
]);

export const ErrorMessage = Type.Object({
  type: Type.Literal('error'),
  id: Type.Union([Ref, Type.Null()], { description: "The message's id where it could be read" }),
  code: ErrorCode,
  message: Type.String(),
});

export const Shutdown = Type.Object({
  type: Type.Literal('shutdown'),
  reconnectAfterMs: Type.Integer({ minimum: 0 }),
});

export const ClientMessage = Type.Union([Subscribe, Unsubscribe]);
export const ServerMessage = Type.Union([
  Welcome,
  Subscribed,
  Snapshot,
  Ticks,
  Gap,
  Heartbeat,
  Unsubscribed,
  ErrorMessage,
  Shutdown,
]);
