import { answerCalls } from '../stage/calls.ts';
import { Audience } from './audience.ts';
import { FrameCache } from './frame-cache.ts';
import { listenerCalls } from './listener-calls.ts';
import { subscribe } from './subscription.ts';

// A listening process: subscribers of a server, in mode `all`, over WebSockets.

/** How many connect at once: more than the kernel's queue of connections would be refused, and come a second later. */
const WAVE = 250;

const frames = new FrameCache();
let audience: Audience;

function listen(url: string, listener: number): Promise<void> {
  return subscribe(url, frames, {
    ticks: (stretches, atMicros) => audience.receive(listener, stretches, atMicros),
    gap: () => audience.gap(),
    end: () => audience.end(),
  });
}

const calls = {
  /** @param url of the server's WebSocket */
  async open({ url, count }: { url: string; count: number }) {
    audience = new Audience(count);
    for (let from = 0; from < count; from += WAVE) {
      const wave = Math.min(WAVE, count - from);
      await Promise.all(Array.from({ length: wave }, (_, index) => listen(url, from + index)));
    }
  },
  ...listenerCalls(() => audience),
};

export type SubscriberCalls = typeof calls;

answerCalls(calls);
