import { type ServerMessage, type Subscribe, SUBPROTOCOL } from '@ticker/protocol';
import { WebSocket } from 'ws';
import { nowMicros } from '../measure/clock.ts';
import { TICKER } from '../measure/tick-stamp.ts';
import type { FrameCache } from './frame-cache.ts';
import type { Stretch } from './stretch.ts';

/** What a subscriber does with what comes. */
export interface Handlers {
  ticks(stretches: readonly Stretch[], atMicros: number): void;
  /** It was told that it missed ticks. */
  gap(): void;
  /** Its connection ended. */
  end(): void;
}

/** `{"type":"ticks"`: the place by which the frames that matter are told without parsing them. */
const TYPE = { from: 9, to: 14, ticks: 'ticks' };

const request: Subscribe = { type: 'subscribe', id: 1, tickers: [TICKER], mode: 'all' };

/**
 * Subscribes over a WebSocket, in mode `all`; resolves once the subscription is granted: from then on every tick comes.
 *
 * @param frames shared by the subscribers of a process
 * @throws Error when the server refuses
 */
export function subscribe(url: string, frames: FrameCache, handlers: Handlers): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, SUBPROTOCOL, {
      perMessageDeflate: false,
      // Every byte is compared or parsed anyway: the cores belong to what is measured.
      skipUTF8Validation: true,
    });
    socket.on('error', reject);
    socket.on('close', (code) => {
      handlers.end();
      reject(new Error(`a subscriber was closed with ${code}`));
    });
    socket.on('message', (data: Buffer) => {
      const atMicros = nowMicros();
      if (data.toString('latin1', TYPE.from, TYPE.to) === TYPE.ticks) {
        handlers.ticks(frames.stretches(data), atMicros);
        return;
      }
      const message = JSON.parse(data.toString()) as ServerMessage;
      if (message.type === 'welcome') socket.send(JSON.stringify(request));
      else if (message.type === 'subscribed') resolve();
      else if (message.type === 'gap') handlers.gap();
      else if (message.type === 'error') reject(new Error(message.message));
    });
  });
}
