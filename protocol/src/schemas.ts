import { Type } from 'typebox';
import * as alertExamples from './alert-examples.ts';
import { Alert } from './alert-schemas.ts';
import * as examples from './examples.ts';
import { AlertLimits, Limits } from './limits.ts';
import { TICKER_PATTERN } from './tick.ts';
import { Id, Millis, TickSchema } from './tick-schema.ts';

export { TickSchema };

// The one source of every message's shape: the server validates with these, the types in messages.ts are
// derived from them, and the documents are generated from them. The page imports the types only.
// Unknown fields are ignored on both sides, so no object here forbids additional properties.

const Ref = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Echoed in the answer',
});
const Tickers = Type.Array(Type.String({ pattern: `^(\\*|${TICKER_PATTERN})$` }), {
  minItems: 1,
  maxItems: Limits.tickers,
  description: 'Names of tickers; ["*"] is every ticker',
});

export const Mode = Type.Union([Type.Literal('all'), Type.Literal('latest')], {
  description: 'Every tick (default), or at most one of each ticker in a frame',
});

export const Subscribe = Type.Object(
  {
    type: Type.Literal('subscribe'),
    id: Ref,
    tickers: Tickers,
    mode: Type.Optional(Mode),
    history: Type.Optional(
      Type.Integer({ minimum: 0, maximum: Limits.history, description: 'Ticks in the snapshot at most' }),
    ),
    since: Type.Optional(
      Type.Union([Id, Type.Array(Id, { minItems: 1, maxItems: Limits.since })], {
        description: 'Ids received last, oldest first',
      }),
    ),
  },
  {
    description:
      'Client to server: from now on these tickers too, with what the backlog holds of them, or after the ids of `since`',
    examples: examples.subscribe,
  },
);

export const Unsubscribe = Type.Object(
  {
    type: Type.Literal('unsubscribe'),
    id: Ref,
    tickers: Tickers,
  },
  { description: 'Client to server: these tickers no more', examples: examples.unsubscribe },
);

export const Watch = Type.Object(
  { type: Type.Literal('watch'), id: Ref },
  {
    description: 'Client to server: from now on my alerts too, as they fire',
    examples: alertExamples.watch,
  },
);

export const Welcome = Type.Object(
  {
    type: Type.Literal('welcome'),
    version: Type.String({ description: 'Of the protocol' }),
    process: Type.String({ description: 'Names the server process; changes when it restarts' }),
    time: Millis,
    heartbeatMs: Type.Integer({ description: 'After so long a silence a heartbeat comes' }),
    limits: Type.Object({
      history: Type.Integer(),
      since: Type.Integer(),
      tickers: Type.Integer(),
      messageBytes: Type.Integer(),
      messageBurst: Type.Integer({ description: 'Messages at once' }),
      messagesPerSecond: Type.Integer({ description: 'Messages on average' }),
    }),
  },
  { description: 'Server to client, first of all', examples: examples.welcome },
);

export const Subscribed = Type.Object(
  {
    type: Type.Literal('subscribed'),
    id: Ref,
    tickers: Tickers,
    mode: Mode,
    resumed: Type.Boolean({ description: '`since` was found: no snapshot comes' }),
  },
  { description: 'Server to client: the answer to subscribe', examples: examples.subscribed },
);

export const Snapshot = Type.Object(
  {
    type: Type.Literal('snapshot'),
    id: Type.Union([Ref, Type.Null()], {
      description: "The subscribe's id; null after a gap on a running stream",
    }),
    ticks: Type.Array(TickSchema),
  },
  {
    description:
      'Server to client: recent ticks, oldest first, on subscribing and after a gap; what comes next goes on exactly after the last',
    examples: examples.snapshot,
  },
);

export const Ticks = Type.Object(
  {
    type: Type.Literal('ticks'),
    ticks: Type.Array(TickSchema),
    conflated: Type.Integer({
      minimum: 0,
      description: 'Ticks in mode `latest` that were skipped before these',
    }),
  },
  { description: 'Server to client: ticks as they come, oldest first', examples: examples.ticks },
);

export const GapReason = Type.Union([
  Type.Literal('history_exceeded'),
  Type.Literal('slow_consumer'),
  Type.Literal('upstream'),
]);

export const Gap = Type.Object(
  {
    type: Type.Literal('gap'),
    reason: GapReason,
    missed: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'How many; null where nobody knows',
    }),
  },
  { description: 'Server to client: ticks are missing here; a snapshot follows', examples: examples.gap },
);

export const Standstill = Type.Enum(['no_primary', 'unreadable'], {
  type: 'string',
  description: 'Why no ticks come to the server itself',
});

export const Heartbeat = Type.Object(
  {
    type: Type.Literal('heartbeat'),
    time: Millis,
    last: Type.Union([Id, Type.Null()], {
      description: 'Id of the newest tick of any ticker that was read past',
    }),
    standstill: Type.Optional(Standstill),
  },
  { description: 'Server to client, when nothing else was sent for a while', examples: examples.heartbeat },
);

export const Unsubscribed = Type.Object(
  {
    type: Type.Literal('unsubscribed'),
    id: Ref,
    tickers: Tickers,
  },
  { description: 'Server to client: the answer to unsubscribe', examples: examples.unsubscribed },
);

export const Watching = Type.Object(
  {
    type: Type.Literal('watching'),
    id: Type.Union([Ref, Type.Null()], {
      description: "The watch's id; null where some may have been missed since",
    }),
    alerts: Type.Array(Alert, { maxItems: AlertLimits.recent, description: 'Oldest first' }),
  },
  {
    description: 'Server to client: the newest alerts; those that fire after them come one by one',
    examples: alertExamples.watching,
  },
);

export const AlertMessage = Type.Object(
  { type: Type.Literal('alert'), alert: Alert },
  { description: 'Server to client: an alert rule has fired', examples: alertExamples.alertMessage },
);

export const ErrorCode = Type.Union([
  Type.Literal('bad_request'),
  Type.Literal('too_many'),
  Type.Literal('forbidden'),
  Type.Literal('unavailable'),
]);

export const ErrorMessage = Type.Object(
  {
    type: Type.Literal('error'),
    id: Type.Union([Ref, Type.Null()], { description: "The message's id where it could be read" }),
    code: ErrorCode,
    message: Type.String(),
  },
  {
    description: 'Server to client: a message that could not be understood, or done',
    examples: examples.error,
  },
);

export const Shutdown = Type.Object(
  {
    type: Type.Literal('shutdown'),
    reconnectAfterMs: Type.Integer({ minimum: 0, description: 'When to come back' }),
  },
  {
    description: 'Server to client: the process stops, and closes the connection with 1012',
    examples: examples.shutdown,
  },
);

export const ClientMessage = Type.Union([Subscribe, Unsubscribe, Watch]);
export const ServerMessage = Type.Union([
  Welcome,
  Subscribed,
  Snapshot,
  Ticks,
  Gap,
  Heartbeat,
  Unsubscribed,
  Watching,
  AlertMessage,
  ErrorMessage,
  Shutdown,
]);
