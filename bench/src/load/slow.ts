import { setTimeout as wait } from 'node:timers/promises';
import { type ServerMessage, type Subscribe, SUBPROTOCOL } from '@ticker/protocol';
import { WebSocket } from 'ws';
import { TICKER } from '../measure/tick-stamp.ts';
import { answerCalls } from '../stage/calls.ts';

// A process of slow subscribers: each asks for nearly the whole ring, and then takes little of it, or nothing.

/** Those that read take one piece (64 KiB at most) so often: less than comes. */
const SIP_MS = 500;

export interface SlowOrder {
  /** Of the server's WebSocket. */
  readonly url: string;
  /** How many read a little, and how many nothing at all. */
  readonly sipping: number;
  readonly deaf: number;
  /** Id of an old tick that is held: they go on behind it. */
  readonly since: string;
}

/** What became of them. */
export interface Slowness {
  /** Ticks that one that reads got, on average. */
  readonly ticks: number;
  /** Gaps that they were told of, all together. */
  readonly gaps: number;
  /** How many the server has closed. */
  readonly closed: number;
}

let sockets: WebSocket[] = [];
let [ticks, gaps, closed, sipping] = [0, 0, 0, 0];

/** Resolves once it is subscribed; from then on it does not read by itself. */
function join(url: string, since: string): Promise<WebSocket> {
  const request: Subscribe = { type: 'subscribe', id: 1, tickers: [TICKER], mode: 'all', since: [since] };
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, SUBPROTOCOL, { perMessageDeflate: false });
    socket.on('error', reject);
    socket.on('close', () => closed++);
    socket.on('open', () => socket.send(JSON.stringify(request)));
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as ServerMessage;
      if (message.type === 'ticks') ticks += message.ticks.length;
      else if (message.type === 'gap') gaps++;
      else if (message.type === 'subscribed') {
        socket.pause();
        resolve(socket);
      }
    });
  });
}

async function sip(socket: WebSocket): Promise<void> {
  while (socket.readyState === WebSocket.OPEN) {
    socket.resume();
    // One turn of the event loop: what a single read gives.
    setImmediate(() => socket.pause());
    await wait(SIP_MS);
  }
}

const calls = {
  async open({ url, since, ...counts }: SlowOrder) {
    [ticks, gaps, closed, sipping] = [0, 0, 0, counts.sipping];
    const all = Array.from({ length: sipping + counts.deaf }, () => join(url, since));
    sockets = await Promise.all(all);
    for (const socket of sockets.slice(0, sipping)) void sip(socket);
  },

  /** Says what they got, and ends them. */
  async end(): Promise<Slowness> {
    const said = { ticks: sipping > 0 ? ticks / sipping : 0, gaps, closed };
    for (const socket of sockets) socket.terminate();
    return said;
  },
};

export type SlowCalls = typeof calls;

answerCalls(calls);
