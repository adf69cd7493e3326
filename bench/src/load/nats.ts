import { connect, type NatsConnection } from '@nats-io/transport-node';
import { nowMicros } from '../measure/clock.ts';
import { TICKER } from '../measure/tick-stamp.ts';
import { answerCalls } from '../stage/calls.ts';
import { Audience } from './audience.ts';
import { listenerCalls } from './listener-calls.ts';
import { paced, type PacedOrder } from './paced.ts';
import { heardText, tickText } from './tick-text.ts';

// A process that publishes into a NATS server, or listens to one: over TCP, with its own client library.

let connection: NatsConnection;
let audience: Audience;

const calls = {
  async connect({ port }: { port: number }) {
    connection = await connect({ port, noAsyncTraces: true });
  },
  /** Each listener has a connection of its own, as subscribers of ours have. */
  async open({ port, count }: { port: number; count: number }) {
    audience = new Audience(count);
    for (let listener = 0; listener < count; listener++) {
      const own = await connect({ port, noAsyncTraces: true });
      own.subscribe(TICKER, {
        callback: (_error, message) => audience.receive(listener, heardText(message.string()), nowMicros()),
      });
      void own.closed().then(() => audience.end());
      // The server has answered: it knows of the subscription.
      await own.flush();
    }
  },
  paced: (order: PacedOrder) =>
    paced(([tick]) => {
      connection.publish(TICKER, tickText(tick!));
      return undefined;
    }, order),
  ...listenerCalls(() => audience),
};

export type NatsCalls = typeof calls;

answerCalls(calls);
