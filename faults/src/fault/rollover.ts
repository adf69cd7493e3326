import { waitUntil } from '../play/wait.ts';
import { SocketSubscriber } from '../subscriber/socket-subscriber.ts';
import type { Fault } from './fault.ts';

const RING = { max: 3_000, bytes: 2 ** 23 };
const TURNS = 2;
const PATIENCE_MS = 10_000;
const LOAD = { rate: 100, burstSeconds: 0 };

/** The ring goes round twice while a server can't read: it can't know what it missed, and says so. */
export const rolloverTail: Fault = {
  name: 'rollover-tail',
  about: 'the ring goes round while a server can not read it: a gap is announced',
  holdMs: 1_000,
  gaps: 'owed',
  overwrites: true,
  alone: true,
  setting: { ring: RING, load: LOAD, work: false },
  inject: async ({ servers: [server], load }) => {
    server.network('stalled');
    await load.publish(TURNS * RING.max);
    return {
      heal: async () => server.network('well'),
      recovered: async () => (await server.tail()).gaps > 0,
    };
  },
};

/** The same while a client is away: the server has forgotten what it had, and says so. */
export const rolloverClient: Fault = {
  name: 'rollover-client',
  about: 'ring and backlog go round while a client is away: a gap is announced to it, and to nobody else',
  holdMs: 1_000,
  gaps: 'owed',
  overwrites: true,
  alone: true,
  setting: { ring: RING, load: LOAD, work: false, environment: { BACKLOG_MAX: '2000' } },
  inject: async ({ servers: [server], load, random, record, subscribers }) => {
    const options = { mode: 'all', tickers: ['*'], addresses: () => [server.url], random } as const;
    const traveller = new SocketSubscriber({ ...options, name: 'traveller' });
    record(traveller);
    await waitUntil(() => traveller.isServed, PATIENCE_MS);
    traveller.away();
    await load.publish(TURNS * RING.max);
    return {
      heal: async () => traveller.back(),
      after: async () =>
        subscribers
          .filter((one) => one !== traveller && gapsOf(one.recording) > 0)
          .map(({ recording }) => `${recording.name} was told of a gap, and was never away`)
          .concat(gapsOf(traveller.recording) === 1 ? [] : ['the traveller was not told of one gap']),
    };
  },
};

function gapsOf({ legs }: { legs: readonly { frames: readonly { text: string }[] }[] }): number {
  return legs.flatMap(({ frames }) => frames).filter(({ text }) => /"type":"gap"|^event: gap$/m.test(text))
    .length;
}
