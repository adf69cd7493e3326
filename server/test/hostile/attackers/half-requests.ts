import { HALF_A_HANDSHAKE } from '../frame.ts';
import type { Peer } from '../peer.ts';
import { type Attacker, GARBAGE_MIB, memoryOf } from './attacker.ts';

// Connections that get no further. What is not there after 10 s is not waited for.

function unfinished(name: string, count: number, answer: string, begin: (peer: Peer) => void): Attacker {
  return {
    name,
    answer: `${count} × ${answer}`,
    memoryMiB: GARBAGE_MIB,
    attack: async (target) => target.answers(await target.dialMany(count), begin),
  };
}

export const halfRequests: readonly Attacker[] = [
  unfinished('connections that say nothing', 400, 'HTTP 408', () => {}),
  unfinished('handshakes that stop half way', 400, 'HTTP 408', (peer) => peer.write(HALF_A_HANDSHAKE)),
  unfinished('headers, a byte a second', 200, 'HTTP 408', (peer) => peer.trickle(HALF_A_HANDSHAKE)),
  unfinished('bodies that do not come', 200, 'HTTP 408', (peer) =>
    peer.write(
      'POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    ),
  ),
  {
    name: 'half-open sockets',
    answer: '200 × close 4408',
    memoryMiB: memoryOf(200),
    attack: async (target) => {
      const peers = await target.sockets(200);
      const answers = await target.answers(peers);
      // None of them answers the close, so the server has to drop them.
      await Promise.all(peers.map(async ({ end }) => end));
      return answers;
    },
  },
];
