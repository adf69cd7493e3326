import { once } from 'node:events';
import { WebSocket } from 'ws';
import { TICKER } from '../../measure/tick-stamp.ts';
import { tickText } from '../tick-text.ts';
import { type Dialect, messageOf } from './dialect.ts';

// https://docs.nats.io/reference/reference-protocols/nats-protocol
const HELLO = `CONNECT {"verbose":false,"pedantic":false}\r\nSUB ${TICKER} 1\r\nPING\r\n`;
const PONG = 'PONG\r\n';

/** NATS over a WebSocket. */
export const nats: Dialect = {
  async greet(socket) {
    // It has answered: it knows of the subscription.
    const ready = messageOf(socket, (message) => message.includes(PONG));
    socket.send(HELLO);
    await ready;
  },
  answer: (message) => (message.includes('PING\r\n') ? PONG : undefined),
  async publisher({ publishUrl }) {
    const socket = new WebSocket(publishUrl, { perMessageDeflate: false });
    socket.on('message', (message: Buffer) => message.includes('PING\r\n') && socket.send(PONG));
    await once(socket, 'open');
    socket.send(HELLO.replace(/SUB .*\r\n/, ''));
    return (ticks) => {
      const texts = ticks.map((tick) => tickText(tick));
      socket.send(texts.map((text) => `PUB ${TICKER} ${Buffer.byteLength(text)}\r\n${text}\r\n`).join(''));
      return undefined;
    };
  },
};
