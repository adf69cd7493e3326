import { type Static, Type } from 'typebox';
import * as examples from './examples.ts';
import { Gap, Shutdown, Snapshot, TickSchema } from './schemas.ts';

// What `/api/stream` sends: the messages of the socket in another writing, so their shapes are those messages'. The
// event's name stands for `type`; the request, answered once, needs no `id`. PROTOCOL.md, "The stream".

export const StreamSnapshot = Type.Omit(Snapshot, ['type', 'id'], {
  description: 'Recent ticks, oldest first: at the start, and after a gap',
  examples: examples.snapshot.map(({ ticks }) => ({ ticks })),
});

export const StreamTick = Type.Object(
  {
    ...TickSchema.properties,
    conflated: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Ticks in mode `latest` that were skipped before this one' }),
    ),
  },
  {
    description: 'One tick; the event carries its id as `id:` too',
    examples: examples.tick.map((tick, index) => (index === 0 ? tick : { ...tick, conflated: 12 })),
  },
);

export const StreamGap = Type.Omit(Gap, ['type'], {
  description: 'Ticks are missing here; a snapshot follows',
  examples: examples.gap.map(({ reason, missed }) => ({ reason, missed })),
});

export const StreamShutdown = Type.Omit(Shutdown, ['type'], {
  description: 'The process stops and ends the stream; `retry:` says the same to an EventSource',
  examples: examples.shutdown.map(({ reconnectAfterMs }) => ({ reconnectAfterMs })),
});

/** The data of each event by its name. Between them, as a sign of life, comes a bare `id:` line. */
export const StreamEvents = {
  snapshot: StreamSnapshot,
  tick: StreamTick,
  gap: StreamGap,
  shutdown: StreamShutdown,
} as const;

/**
 * One event as it stands in the stream, for the OpenAPI document: in `text/event-stream` the schema is that of each event.
 * `data` is a string that holds JSON.
 */
export const EventStream = Type.Union(
  Object.entries(StreamEvents).map(([name, contentSchema]) =>
    Type.Object({
      event: Type.Literal(name),
      id: Type.Optional(TickSchema.properties.id),
      retry: Type.Optional(Type.Integer({ minimum: 0, description: 'When to come back, in ms' })),
      data: Type.String({ contentMediaType: 'application/json', contentSchema }),
    }),
  ),
);

export type StreamSnapshot = Static<typeof StreamSnapshot>;
export type StreamTick = Static<typeof StreamTick>;
export type StreamGap = Static<typeof StreamGap>;
export type StreamShutdown = Static<typeof StreamShutdown>;

/** An event of the stream: its name, and its data. */
export type StreamEvent = {
  [Name in keyof typeof StreamEvents]: { name: Name; data: Static<(typeof StreamEvents)[Name]> };
}[keyof typeof StreamEvents];
