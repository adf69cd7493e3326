import { TAIL_STATES } from '@ticker/mongo';
import { type Static, type TSchema, Type } from 'typebox';

const count = (description: string) => Type.Integer({ minimum: 0, description });

/** Null: there is none, or it is not known. */
const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const Tail = Type.Object({
  state: Type.Enum(TAIL_STATES, {
    type: 'string',
    description: 'What the reading of the topic is doing',
  }),
  why: orNull(Type.String(), 'In words, what keeps it from being live; null when nothing does'),
  member: orNull(Type.String(), 'host:port of the replica set member that is read'),
  memberState: orNull(
    Type.Enum(['PRIMARY', 'SECONDARY', 'OTHER', 'UNKNOWN'], { type: 'string' }),
    'What the member is in its set',
  ),
  lagMs: orNull(Type.Number(), "The set's last write against the member's, in ms (± 2 s)"),
  reopens: count('Cursors opened after the first'),
  gaps: count('Places where ticks may be missing'),
  badDocuments: count('Documents that are no tick, and were left out'),
});

const Topic = Type.Object({
  count: count('Ticks that it holds'),
  sizeBytes: count('Bytes that they take'),
  max: orNull(
    Type.Integer({ minimum: 1 }),
    'Ticks that it holds at most; null where only its bytes are bounded',
  ),
  windowSeconds: orNull(
    Type.Number({ minimum: 0 }),
    'How long the ring lasts at the present rate of arrival; null while nothing arrives',
  ),
});

const Backlog = Type.Object({
  size: count('Ticks in memory'),
  first: orNull(Type.String(), 'Id of the oldest'),
  last: orNull(Type.String(), 'Id of the newest'),
});

const Worker = Type.Object({
  number: Type.Integer({ minimum: 1, description: 'Another one in its place has the same' }),
  of: Type.Integer({ minimum: 1, description: 'How many there are' }),
});

/** `GET /api/status`. */
export const StatusSchema = Type.Object(
  {
    tail: Tail,
    topic: orNull(Topic, 'The capped collection; null while the database does not say'),
    backlog: Backlog,
    subscribers: count('Connections that are read to, of all workers'),
    ticksPerSecond: Type.Number({ minimum: 0, description: 'Present rate of arrival' }),
    draining: Type.Boolean({ description: 'Whether it is about to stop' }),
    version: Type.String(),
    worker: orNull(Worker, 'Which worker answers (WORKERS); null where there is one process only'),
  },
  { description: 'How this server process is' },
);

export type Status = Static<typeof StatusSchema>;
