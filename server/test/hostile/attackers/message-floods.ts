import { Limits } from '@ticker/protocol';
import { frame, message, Opcode } from '../frame.ts';
import { type Peer, tally } from '../peer.ts';
import { type Attacker, GARBAGE_MIB, memoryOf } from './attacker.ts';

// Good frames, too many of them, or just as many as a connection may send.

const CONNECTIONS = 200;

function repeated(bytes: Buffer, count: number): Buffer {
  return Buffer.concat(Array<Buffer>(count).fill(bytes));
}

/** More than a connection may send, at once. */
function tooMany(name: string, bytes: Buffer): Attacker {
  return {
    name,
    answer: '20 × close 4429',
    memoryMiB: GARBAGE_MIB,
    attack: async (target) =>
      target.answers(await target.sockets(20), (peer) => peer.write(repeated(bytes, 10_000))),
  };
}

/** Resolves when each has got so many messages of a type: "200 × 50 answers". */
async function served(peers: readonly Peer[], type: string, count: number): Promise<string> {
  await Promise.all(peers.map(async (peer) => peer.until(type, count)));
  return tally(peers.map(({ messages }) => `${messages.get(type) ?? 0} answers`));
}

/** As many names as a subscription may have. */
const NAMES = Array.from({ length: Limits.tickers }, (_, n) => `N${n}`);
const SUBSCRIBE = message({ type: 'subscribe', id: 1, tickers: NAMES, history: Limits.history });
const UNSUBSCRIBE = message({ type: 'unsubscribe', id: 2, tickers: NAMES });

export const messageFloods: readonly Attacker[] = [
  tooMany('10 000 subscribes', message({ type: 'subscribe', id: 1, tickers: ['PIP'], history: 1000 })),
  tooMany('10 000 pings', frame(Opcode.Ping, Buffer.alloc(125, 'x'))),
  tooMany('10 000 pongs that nobody asked for', frame(Opcode.Pong)),
  {
    name: 'a storm of subscribe and unsubscribe',
    answer: `${CONNECTIONS} × ${Limits.messageBurst / 2} answers`,
    memoryMiB: memoryOf(CONNECTIONS),
    attack: async (target) => {
      const peers = await target.sockets(CONNECTIONS);
      const pairs = repeated(Buffer.concat([SUBSCRIBE, UNSUBSCRIBE]), Limits.messageBurst / 2);
      for (const peer of peers) peer.write(pairs);
      return served(peers, 'unsubscribed', Limits.messageBurst / 2);
    },
  },
  {
    // Each has the server ask the primary whether there is such a tick.
    name: 'resumes after ticks that never were',
    answer: `${CONNECTIONS} × 20 answers`,
    memoryMiB: memoryOf(CONNECTIONS),
    attack: async (target) => {
      const peers = await target.sockets(CONNECTIONS);
      for (const [index, peer] of peers.entries()) {
        for (let id = 0; id < 20; id++) {
          const since = (index * 100 + id).toString(16).padStart(24, '0');
          peer.write(message({ type: 'subscribe', id, tickers: ['NONE'], since }));
        }
      }
      return served(peers, 'snapshot', 20);
    },
  },
];
