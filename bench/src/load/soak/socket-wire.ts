import { type ServerMessage, type Subscribe, SUBPROTOCOL } from '@ticker/protocol';
import { WebSocket } from 'ws';
import { nowMicros } from '../../measure/clock.ts';
import type { FrameCache } from '../frame-cache.ts';
import { stretches } from '../stretch.ts';
import type { Heard, Wanted, Wire } from './wire.ts';

/** `{"type":"ticks"`: the place by which the frames that matter are told without parsing them. */
const TYPE = { from: 9, to: 14, ticks: 'ticks' };

/** @param frames shared by the clients of a process */
export function openSocket({ url, ...wanted }: Wanted, frames: FrameCache, heard: Heard): Wire {
  const { since, tickers, ...rest } = wanted;
  const request: Subscribe = {
    type: 'subscribe',
    id: 1,
    tickers: [...tickers],
    ...rest,
    ...(since.length > 0 && { since: [...since] }),
  };
  let left = false;
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, SUBPROTOCOL, {
    perMessageDeflate: false,
    skipUTF8Validation: true,
  });
  // A close follows.
  socket.on('error', () => {});
  socket.on('close', (code) => left || heard.end(code));
  socket.on('open', () => socket.send(JSON.stringify(request)));
  socket.on('message', (data: Buffer) => {
    // What comes between our close and its answer was given up.
    if (left) return;
    if (data.toString('latin1', TYPE.from, TYPE.to) === TYPE.ticks) {
      heard.frame(frames.read(data), data.length, nowMicros());
      return;
    }
    const message = JSON.parse(data.toString()) as ServerMessage;
    if (message.type === 'subscribed') heard.subscribed();
    else if (message.type === 'gap') heard.gap(message.missed);
    else if (message.type === 'snapshot') {
      const { ticks } = message;
      const ids = ticks.map(({ id }) => id);
      heard.frame({ stretches: stretches(ticks), ids, conflated: 0 }, data.length, nowMicros());
    } else if (message.type === 'error') throw new Error(`a client was told: ${message.message}`);
  });
  return {
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    leave: (politely) => {
      left = true;
      if (politely) socket.close();
      else socket.terminate();
    },
  };
}
