import { tally } from '../peer.ts';
import type { Target } from '../target.ts';
import { type Attacker, memoryOf } from './attacker.ts';

// More connections of one address than it may have, at the standard settings.

const SESSIONS = 256;
const CONNECTIONS = 2 * SESSIONS;

/** Somebody from elsewhere comes while it is crowded. */
async function newcomer(target: Target): Promise<void> {
  const peer = await target.dial({ from: target.elsewhere });
  peer.handshake();
  await peer.until('welcome');
  if (!peer.messages.has('welcome')) throw new Error(`another address was not let in: ${await peer.answer}`);
}

export const crowds: readonly Attacker[] = [
  {
    name: '2 000 connections of one address',
    // Those that are closed make room, but only after some seconds: they do not answer the close.
    answer: new RegExp(`^\\d+ × close 4429, \\d{3,} × reset, ${SESSIONS} × welcome$`),
    memoryMiB: memoryOf(CONNECTIONS),
    attack: async (target) => {
      const peers = await target.dialMany(2_000);
      const first = peers.map(async (peer) => {
        peer.handshake();
        await peer.until('welcome');
        return peer.messages.has('welcome') ? 'welcome' : peer.answer;
      });
      const answers = tally(await Promise.all(first));
      await newcomer(target);
      return answers;
    },
  },
  {
    name: '500 streams of one address',
    answer: `${SESSIONS} × HTTP 200, ${500 - SESSIONS} × HTTP 429`,
    memoryMiB: memoryOf(CONNECTIONS),
    attack: async (target) => {
      const peers = await target.dialMany(500);
      const answers = await target.answers(peers, (peer) => peer.get('/api/stream'));
      await newcomer(target);
      return answers;
    },
  },
];
