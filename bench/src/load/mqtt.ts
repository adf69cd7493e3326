import { connectAsync, type MqttClient } from 'mqtt';
import { nowMicros } from '../measure/clock.ts';
import { TICKER } from '../measure/tick-stamp.ts';
import { answerCalls } from '../stage/calls.ts';
import { Audience } from './audience.ts';
import { listenerCalls } from './listener-calls.ts';
import { paced, type PacedOrder } from './paced.ts';
import { heardText, tickText } from './tick-text.ts';

// A process that publishes into an MQTT broker, or listens to one: over TCP, with quality of service 0, its fastest.

let client: MqttClient;
let audience: Audience;

const reach = (port: number) => connectAsync(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 0 });

const calls = {
  async connect({ port }: { port: number }) {
    client = await reach(port);
  },
  /** Each listener has a connection of its own, as subscribers of ours have. */
  async open({ port, count }: { port: number; count: number }) {
    audience = new Audience(count);
    for (let listener = 0; listener < count; listener++) {
      const own = await reach(port);
      own.on('message', (_topic, payload) =>
        audience.receive(listener, heardText(payload.toString()), nowMicros()),
      );
      own.on('close', () => audience.end());
      await own.subscribeAsync(TICKER, { qos: 0 });
    }
  },
  paced: (order: PacedOrder) =>
    paced(([tick]) => {
      client.publish(TICKER, tickText(tick!), { qos: 0 });
      return undefined;
    }, order),
  ...listenerCalls(() => audience),
};

export type MqttCalls = typeof calls;

answerCalls(calls);
