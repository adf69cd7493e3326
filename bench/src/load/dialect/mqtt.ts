import { once } from 'node:events';
import { WebSocket } from 'ws';
import { TICKER } from '../../measure/tick-stamp.ts';
import { tickText } from '../tick-text.ts';
import { type Dialect, messageOf } from './dialect.ts';

// MQTT 3.1.1, of which a client needs three packets (https://docs.oasis-open.org/mqtt/mqtt/v3.1.1/).
const [CONNACK, SUBACK] = [0x20, 0x90];
/** Version 4, a clean session, never asked for a sign of life, a name given by the broker. */
const CONNECT = packet(0x10, Buffer.concat([field('MQTT'), Buffer.from([4, 2, 0, 0]), field('')]));
/** Packet 1, quality of service 0. */
const SUBSCRIBE = packet(0x82, Buffer.concat([Buffer.from([0, 1]), field(TICKER), Buffer.from([0])]));

/** An MQTT broker over WebSockets, quality of service 0. */
export const mqtt: Dialect = {
  subprotocol: 'mqtt',
  async greet(socket) {
    await connect(socket);
    const subscribed = messageOf(socket, (message) => message[0] === SUBACK);
    socket.send(SUBSCRIBE);
    await subscribed;
  },
  async publisher({ publishUrl }) {
    const socket = new WebSocket(publishUrl, 'mqtt', { perMessageDeflate: false });
    await once(socket, 'open');
    await connect(socket);
    return (ticks) => {
      const packets = ticks.map((tick) =>
        packet(0x30, Buffer.concat([field(TICKER), Buffer.from(tickText(tick))])),
      );
      socket.send(Buffer.concat(packets));
      return undefined;
    };
  },
};

async function connect(socket: WebSocket): Promise<void> {
  const accepted = messageOf(socket, (message) => message[0] === CONNACK);
  socket.send(CONNECT);
  await accepted;
}

/** A text with its length before it. */
function field(text: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(text));
  return Buffer.concat([length, Buffer.from(text)]);
}

/** A packet: its type and flags, its length by seven bits a byte, and the rest. */
export function packet(first: number, rest: Buffer): Buffer {
  const head = [first];
  let left = rest.length;
  do {
    const more = left >= 128;
    head.push((left % 128) + (more ? 128 : 0));
    left = Math.floor(left / 128);
  } while (left > 0);
  return Buffer.concat([Buffer.from(head), rest]);
}
