import { type ServerMessage, type Subscribe, SUBPROTOCOL } from '@ticker/protocol';
import { WebSocket } from 'ws';
import { nowMicros } from '../measure/clock.ts';
import { TICKER } from '../measure/tick-stamp.ts';
import { answerCalls } from '../stage/calls.ts';
import { Audience } from './audience.ts';
import { FrameCache } from './frame-cache.ts';
import { listenerCalls } from './listener-calls.ts';

// A listening process: subscribers of a server, in mode `all`, over WebSockets.

/** `{"type":"ticks"`: the place by which the frames that matter are told without parsing them. */
const TYPE = { from: 9, to: 14, ticks: 'ticks' };

/** How many connect at once: more than the kernel's queue of connections would be refused, and come a second later. */
const WAVE = 250;

const frames = new FrameCache();
let audience: Audience;

/** Resolves once the subscription is granted: from then on every tick comes. */
function subscribe(url: string, listener: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, SUBPROTOCOL, {
      perMessageDeflate: false,
      // Every byte is compared or parsed anyway: the cores belong to what is measured.
      skipUTF8Validation: true,
    });
    socket.on('error', reject);
    socket.on('close', (code) => {
      audience.end();
      reject(new Error(`a subscriber was closed with ${code}`));
    });
    socket.on('message', (data: Buffer) => {
      const atMicros = nowMicros();
      if (data.toString('latin1', TYPE.from, TYPE.to) === TYPE.ticks) {
        audience.receive(listener, frames.stretches(data), atMicros);
        return;
      }
      const message = JSON.parse(data.toString()) as ServerMessage;
      if (message.type === 'welcome') socket.send(JSON.stringify(request));
      else if (message.type === 'subscribed') resolve();
      else if (message.type === 'gap') audience.gap();
      else if (message.type === 'error') reject(new Error(message.message));
    });
  });
}

const request: Subscribe = { type: 'subscribe', id: 1, tickers: [TICKER], mode: 'all' };

const calls = {
  /** @param url of the server's WebSocket */
  async open({ url, count }: { url: string; count: number }) {
    audience = new Audience(count);
    for (let from = 0; from < count; from += WAVE) {
      const wave = Math.min(WAVE, count - from);
      await Promise.all(Array.from({ length: wave }, (_, index) => subscribe(url, from + index)));
    }
  },
  ...listenerCalls(() => audience),
};

export type SubscriberCalls = typeof calls;

answerCalls(calls);
