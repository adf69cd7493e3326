import { io } from 'socket.io-client';
import { nowMicros } from '../measure/clock.ts';
import { answerCalls } from '../stage/calls.ts';
import { Audience } from './audience.ts';
import { listenerCalls } from './listener-calls.ts';
import { heardText } from './tick-text.ts';

// A listening process: clients of a Socket.IO server, over WebSockets.

let audience: Audience;
const probed = new Set<number>();

function listen(port: number, listener: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = io(`http://127.0.0.1:${port}`, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    });
    socket.on('tick', (text: string) => audience.receive(listener, heardText(text), nowMicros()));
    socket.on('probe', () => probed.add(listener));
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
    socket.on('disconnect', () => audience.end());
  });
}

const calls = {
  async open({ port, count }: { port: number; count: number }) {
    audience = new Audience(count);
    await Promise.all(Array.from({ length: count }, (_, listener) => listen(port, listener)));
  },
  /** Whether every client has got a probe. */
  probed: async (count: number) => probed.size === count,
  ...listenerCalls(() => audience),
};

export type SocketIoClientCalls = typeof calls;

answerCalls(calls);
