import { type Peer, tally } from '../peer.ts';
import { type Attacker, GARBAGE_MIB } from './attacker.ts';

/** The largest answer that there is: 5 000 of the largest ticks. */
export const ANSWER_MIB = 1.5;
export const TICKS = '/api/ticks?limit=5000';

/** One request after the other. */
async function ask(peer: Peer, path: string, count: number): Promise<number[]> {
  for (let n = 1; n <= count; n++) {
    peer.get(path);
    await peer.answered(n);
  }
  return peer.statuses;
}

async function askAll(peers: readonly Peer[], path: string, count: number): Promise<string> {
  const statuses = await Promise.all(peers.map(async (peer) => ask(peer, path, count)));
  return tally(statuses.flat().map((status) => `HTTP ${status}`));
}

export const requests: readonly Attacker[] = [
  {
    name: '5 000 requests in a minute',
    answer: '3000 × HTTP 200, 2000 × HTTP 429',
    memoryMiB: GARBAGE_MIB,
    attack: async (target) => askAll(await target.dialMany(100), '/api/status', 50),
  },
  {
    name: '200 requests of 5 000 ticks at once',
    answer: '200 × HTTP 200',
    memoryMiB: GARBAGE_MIB + 200 * ANSWER_MIB,
    attack: async (target) => askAll(await target.dialMany(200), TICKS, 1),
  },
  {
    name: '10 000 pipelined requests on a connection',
    answer: '10 × reset',
    memoryMiB: GARBAGE_MIB,
    attack: async (target) =>
      target.answers(await target.dialMany(10), (peer) => peer.get('/api/status', 10_000)),
  },
];
