import { type Feed, startFeed } from '@ticker/feed';
import { WebSocket } from 'ws';
import { now } from '../clock.ts';
import type { Recording } from '../oracle/evidence.ts';
import type { Addresses, OpenLeg, Subscriber } from './subscriber.ts';

/** The page's own feed, in sockets of `ws`. What it hands on is recorded. */
export class FeedSubscriber implements Subscriber {
  readonly #name: string;
  readonly #leg: OpenLeg = { since: [], full: true, frames: [] };
  readonly #ids = new Set<string>();
  readonly #feed: Feed;

  constructor(name: string, addresses: Addresses) {
    this.#name = name;
    let tries = 0;
    // The page has one address, and a balancer behind it: here each try goes to the next server.
    class Balanced extends WebSocket {
      constructor(_url: string, protocols: string | string[]) {
        const all = addresses();
        super(`${(all[tries++ % all.length] ?? 'http://127.0.0.1:9').replace(/^http/, 'ws')}/ws`, protocols);
      }
    }
    this.#feed = startFeed({
      url: 'ws://balanced',
      tickers: ['*'],
      history: 256,
      onDelivery: (delivery) => {
        this.#leg.frames.push({ at: now(), text: JSON.stringify(delivery) });
        if (delivery.type !== 'gap') for (const { id } of delivery.ticks) this.#ids.add(id);
      },
      onConnection: () => {},
      WebSocket: Balanced,
    });
  }

  get recording(): Recording {
    return { name: this.#name, via: 'feed', mode: 'all', tickers: ['*'], legs: [this.#leg] };
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  stop(): void {
    this.#feed.stop();
  }
}
