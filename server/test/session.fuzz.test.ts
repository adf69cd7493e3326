import type { AlertEntry } from '@ticker/mongo';
import { CloseCode, type ClientMessage, Limits, type ServerMessage, type Tick } from '@ticker/protocol';
import * as schemas from '@ticker/protocol/schemas';
import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { AlertLog } from '../src/alerts/alert-log.ts';
import { OPEN } from '../src/auth/grant.ts';
import { Hub } from '../src/hub/hub.ts';
import { decode } from '../src/session/decode.ts';
import { Session } from '../src/session/session.ts';
import { Tally } from '../src/session/tally.ts';
import { Connection } from './connection.ts';

// Whatever a client sends, the decoder has an answer, and a session keeps to PROTOCOL.md. fast-check prints its seed.

const isClientMessage = Compile(schemas.ClientMessage);
const isServerMessage = Compile(schemas.ServerMessage);

const ticker = fc.constantFrom('PIP', 'ACME', 'GLOBEX', '*', '', 'a b', '__proto__', 'constructor');
const ref = fc.oneof(fc.nat(), fc.constantFrom(-1, 0.5, 'x', null, undefined));

/** A message that is nearly right: each field as it should be, or not. */
const almost = fc.record(
  {
    type: fc.constantFrom('subscribe', 'unsubscribe', 'watch', 'publish', '__proto__', 7, undefined),
    id: ref,
    tickers: fc.oneof(fc.array(ticker, { maxLength: 4 }), fc.constantFrom('PIP', null, {})),
    mode: fc.constantFrom('all', 'latest', 'some', undefined),
    history: fc.oneof(fc.nat({ max: 1_100 }), fc.constantFrom(-1, '7', undefined)),
    since: fc.oneof(
      fc.array(fc.constantFrom('t0', 't1', 't2', 'gone', ''), { maxLength: 3 }),
      fc.constantFrom('t1', undefined, null),
    ),
    more: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

const text = fc.oneof(
  { weight: 4, arbitrary: almost.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('[', '{"a":', '"', '{"__proto__":{"type":'), fc.nat({ max: 3_000 }))
      .map(([part, times]) => part.repeat(times)),
  },
);

describe('The decoder', () => {
  it('has an answer for any text, and lets through what the schema does, unchanged', () => {
    fc.assert(
      fc.property(text, (sent) => {
        const message = decode(sent);
        if (message.type === 'bad') {
          expect(message.message).not.toBe('');
          expect(isClientMessage.Check(tryParse(sent))).toBe(false);
        } else {
          expect(isClientMessage.Check(message)).toBe(true);
          expect(message).toEqual(JSON.parse(sent));
        }
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('A session', () => {
  it('answers each message it understands once, each other one by an error, and ends after five of those', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 40 }), async (texts) => {
        const hub = new Hub(100, 0, { now: () => 0, after: (_ms, run) => run() });
        hub.backlog.whole = true;
        const connection = new Connection();
        const tally = new Tally('websocket');
        const log = new AlertLog(20);
        const alerts = { state: 'ready', unavailable: undefined, log } as const;
        const session = new Session(
          { hub, process: 'fuzz', now: () => 0, exists: async () => false, alerts },
          connection,
          OPEN,
          tally,
        );
        let made = 0;
        for (const sent of texts) {
          session.receive(sent);
          const tick = { id: `t${made}`, time: 0, ticker: 'PIP', price: made++ };
          hub.append([tick]);
          log.take({ type: 'ticks', ticks: [alertOf(tick)], live: true });
          // A resume asks whether its tick exists: the answer comes a turn later.
          await new Promise(setImmediate);
        }

        const understood = texts.map((sent) => decode(sent));
        const fifth = understood.flatMap((message, n) => (message.type === 'bad' ? [n] : []))[
          Limits.badMessages - 1
        ];
        const handled = understood.slice(0, fifth === undefined ? undefined : fifth + 1);
        expect(connection.ended).toBe(fifth === undefined ? undefined : CloseCode.BadMessages);
        expect(tally.badMessages).toBe(handled.filter(({ type }) => type === 'bad').length);

        const wanted = handled.filter((message): message is ClientMessage => message.type !== 'bad');
        const answers = connection.sent.filter(({ type }) =>
          ['subscribed', 'unsubscribed', 'watching', 'error'].includes(type),
        );
        expect(answers).toHaveLength(handled.length);
        const good = answers.filter((answer) => answer.type !== 'error' || refusesNameOutOfAll(answer));
        expect(good.map((answer) => (answer as { id: number }).id)).toEqual(wanted.map(({ id }) => id));
        for (const message of connection.sent) expect(isServerMessage.Errors(message)).toEqual([]);
        const ids = connection.sent.flatMap((message) =>
          'ticks' in message ? message.ticks.map(({ id }) => id) : [],
        );
        expect(new Set(ids).size).toBe(ids.length);
        const fired = connection.sent.flatMap((message) =>
          message.type === 'alert' ? [message.alert.id] : [],
        );
        expect(new Set(fired).size).toBe(fired.length);
        session.close();
      }),
      { numRuns: 400 },
    );
  });
});

function alertOf(tick: Tick): AlertEntry {
  const condition = { type: 'above', price: 1 } as const;
  return { id: `a-${tick.id}`, rule: 'r', owner: null, ticker: 'PIP', condition, note: '', tick, time: 0 };
}

/** An error that answers a message which was understood: taking a name out of `*`. */
function refusesNameOutOfAll(answer: ServerMessage): boolean {
  return answer.type === 'error' && answer.message.startsWith('a name cannot be taken out');
}

function tryParse(sent: string): unknown {
  try {
    return JSON.parse(sent);
  } catch {
    return undefined;
  }
}
