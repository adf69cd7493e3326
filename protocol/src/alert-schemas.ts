import { Type } from 'typebox';
import * as examples from './alert-examples.ts';
import { AlertLimits } from './limits.ts';
import { TickerName, TickSchema } from './tick-schema.ts';

// The one source of every shape of alert rules and alerts: over HTTP (bodies, which forbid unknown fields, so that a
// misspelt one is no silence) and on the wire.

const Price = Type.Number({ exclusiveMinimum: 0, maximum: 1e15, description: 'The threshold' });
const closed = { additionalProperties: false } as const;

/** Lengths of time within which a price may move: a few, so that what is kept for them is bounded. */
export const MoveWindow = Type.Union(
  [Type.Literal('10s'), Type.Literal('1m'), Type.Literal('5m'), Type.Literal('15m'), Type.Literal('1h')],
  { description: "By the ticks' times" },
);

export const Condition = Type.Union(
  [
    Type.Object({ type: Type.Literal('above'), price: Price }, closed),
    Type.Object({ type: Type.Literal('below'), price: Price }, closed),
    Type.Object({ type: Type.Literal('crosses_up'), price: Price }, closed),
    Type.Object({ type: Type.Literal('crosses_down'), price: Price }, closed),
    Type.Object(
      {
        type: Type.Literal('moves'),
        percent: Type.Number({ minimum: 0.01, maximum: 1_000, description: 'Up or down' }),
        window: MoveWindow,
      },
      closed,
    ),
  ],
  {
    description:
      'When it fires: at the first tick above or below the price (it may be so already); at a tick on the other side of the price than the one before it; at a tick that differs by so many percent from any within the window',
  },
);

export const Repeat = Type.Union([Type.Literal('once'), Type.Literal('every')], {
  description: 'Fires once, until it is armed again; or every time, with a cool-down in between',
});

const CoolDown = Type.Integer({
  minimum: 1_000,
  maximum: 7 * 24 * 3_600_000,
  description: 'Milliseconds after a firing in which it does not fire again; for `every`',
});

const Note = Type.String({ maxLength: AlertLimits.note, description: 'For people' });

const WebhookUrl = Type.String({
  minLength: 1,
  maxLength: AlertLimits.url,
  description: 'https; http to loopback, and private addresses, only where WEBHOOK_NETWORKS allows them',
});

const NewWebhook = Type.Object(
  {
    url: WebhookUrl,
    secret: Type.Optional(
      Type.String({
        pattern: '^whsec_[A-Za-z0-9+/]{32,88}={0,2}$',
        description: 'Signs what is sent (standardwebhooks.com); made by the server where none is given',
      }),
    ),
  },
  closed,
);

/** What `POST /api/alerts` takes. */
export const NewAlertRule = Type.Object(
  {
    ticker: TickerName,
    condition: Condition,
    repeat: Type.Optional(Repeat),
    coolDownMs: Type.Optional(CoolDown),
    note: Type.Optional(Note),
    webhook: Type.Optional(NewWebhook),
  },
  { ...closed, examples: examples.newAlertRule },
);

/** What `PATCH /api/alerts/{id}` takes: what is to change. */
export const AlertRuleChange = Type.Object(
  {
    state: Type.Optional(
      Type.Union([Type.Literal('armed'), Type.Literal('paused')], {
        description: '`armed`: from now on, also where it had fired or cools down',
      }),
    ),
    condition: Type.Optional(Condition),
    repeat: Type.Optional(Repeat),
    coolDownMs: Type.Optional(CoolDown),
    note: Type.Optional(Note),
    webhook: Type.Optional(Type.Union([NewWebhook, Type.Null()])),
  },
  { ...closed, minProperties: 1, examples: examples.alertRuleChange },
);

export const AlertState = Type.Union(
  [Type.Literal('armed'), Type.Literal('cooling'), Type.Literal('fired'), Type.Literal('paused')],
  { description: 'Watches; has fired and will watch again; has fired; does not watch' },
);

const Id = Type.String({ minLength: 1, maxLength: 200 });
const Millis = Type.Integer({ description: "Milliseconds since 1970, by the database's clock" });

export const Delivery = Type.Object(
  {
    state: Type.Union([Type.Literal('delivering'), Type.Literal('delivered'), Type.Literal('dead')], {
      description: '`dead`: every attempt failed; `POST /api/alerts/{id}/retry` begins anew',
    }),
    attempts: Type.Integer({ minimum: 0 }),
    error: Type.Union([Type.String(), Type.Null()], { description: 'Why the last attempt failed' }),
  },
  { description: 'What became of its last alert; `dead` also where an earlier one is' },
);

export const AlertRule = Type.Object(
  {
    id: Id,
    ticker: TickerName,
    condition: Condition,
    repeat: Repeat,
    coolDownMs: CoolDown,
    note: Note,
    webhook: Type.Union(
      [
        Type.Object({
          url: WebhookUrl,
          secret: Type.Optional(
            Type.String({ description: 'Only in the answer to the request that set it' }),
          ),
        }),
        Type.Null(),
      ],
      { description: 'Where alerts are sent besides; null: nowhere' },
    ),
    state: AlertState,
    createdAt: Millis,
    last: Type.Union(
      [Type.Object({ alert: Id, tick: TickSchema, time: Millis, delivery: Delivery }), Type.Null()],
      { description: 'Its last firing' },
    ),
  },
  { description: 'An alert rule', examples: examples.alertRule },
);

/** One firing of a rule. */
export const Alert = Type.Object(
  {
    id: Id,
    rule: Id,
    ticker: TickerName,
    condition: Condition,
    note: Note,
    tick: TickSchema,
    time: Millis,
  },
  { description: 'One firing of an alert rule, with the tick that fired it', examples: examples.alert },
);

/** What `GET /api/queue` answers. */
export const QueueReport = Type.Object(
  {
    waiting: Type.Integer({ minimum: 0 }),
    running: Type.Integer({ minimum: 0 }),
    delayed: Type.Integer({ minimum: 0, description: 'Failed, and waiting for their next attempt' }),
    dead: Type.Integer({ minimum: 0 }),
    foreign: Type.Integer({ minimum: 0, description: 'Claimed by shell users, without a lease' }),
    oldestMs: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'How long the oldest waiting job has been there',
    }),
    finishedPerMinute: Type.Integer({ minimum: 0, description: 'Jobs that were finished in the last 60 s' }),
  },
  { description: 'How many jobs the work queue holds', examples: examples.queueReport },
);
