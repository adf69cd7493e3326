import type { MqttCalls } from '../load/mqtt.ts';
import type { NatsCalls } from '../load/nats.ts';
import { Broker, type BrokerKind } from '../peers/broker.ts';
import { Remote } from '../stage/remote.ts';
import type { Variant } from './variant.ts';

/** The file of `load/` that speaks a broker's protocol, by the broker's name. */
const ENTRIES: Readonly<Record<string, string>> = { NATS: 'nats', Mosquitto: 'mqtt' };

/** A message broker instead of MongoDB and our server: a publisher and listeners of its own, and ticks that it keeps nowhere. */
export function brokerVariant(kind: BrokerKind, listeners: number): Variant {
  const { name } = kind;
  return {
    name,
    listeners,
    inMemory: true,
    ownPublisher: true,
    open: async () => {
      const broker = await Broker.start(kind, () => {});
      const entry = ENTRIES[name]!;
      const publisher = new Remote<NatsCalls | MqttCalls>(`publisher (${name})`, entry);
      const remote = new Remote<NatsCalls | MqttCalls>(`listeners (${name})`, entry);
      const close = async () => {
        await Promise.all([publisher.stop(), remote.stop()]);
        await broker.stop();
      };
      try {
        const port = broker.ports.tcp;
        await publisher.call('connect', { port });
        await remote.call('open', { port, count: listeners });
        const processes = new Map([
          [`${name} ${broker.version}`, broker.pid],
          [publisher.name, publisher.pid],
          [remote.name, remote.pid],
        ]);
        return { remote, publisher, processes, tail: async () => undefined, close };
      } catch (error) {
        await close();
        throw error;
      }
    },
  };
}
