import { Limits } from '@ticker/protocol';
import { frame, message, Opcode } from '../frame.ts';
import type { Peer } from '../peer.ts';
import { type Attacker, GARBAGE_MIB } from './attacker.ts';

// Messages in good frames that can't be understood. Each is answered and forgotten.

const CONNECTIONS = 200;

/** Sent so often that the server ends it. */
function tooOften(peer: Peer, bytes: Buffer): void {
  for (let n = 0; n < Limits.badMessages; n++) peer.write(bytes);
}

function misunderstood(name: string, bytes: Buffer): Attacker {
  return {
    name,
    answer: `${CONNECTIONS} × close 4400`,
    memoryMiB: GARBAGE_MIB,
    attack: async (target) =>
      target.answers(await target.sockets(CONNECTIONS), (peer) => tooOften(peer, bytes)),
  };
}

/** A field that nests as deep as 16 KiB allow. */
const NESTED = `{"type":"subscribe","id":1,"tickers":${'['.repeat(8_000)}${']'.repeat(8_000)}}`;

/** What every object of JavaScript has by birth; as names of tickers they are as good as any. */
const BORN_WITH = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
const IDENTICAL = JSON.stringify({ type: 'subscribe', id: 1, tickers: BORN_WITH });
const POLLUTING = `{"__proto__":{"mode":"latest","history":1000},${IDENTICAL.slice(1)}`;
const INHERITED = `{"__proto__":${IDENTICAL}}`;

export const badMessages: readonly Attacker[] = [
  misunderstood('binary messages', frame(Opcode.Binary, '{}')),
  misunderstood('messages of unknown types', message({ type: 'constructor', id: 1 })),
  misunderstood('brackets nested 16 000 deep', frame(Opcode.Text, '['.repeat(16_000))),
  misunderstood('fields nested 8 000 deep', frame(Opcode.Text, NESTED)),
  {
    name: '__proto__ and its kin as keys and names',
    // Subscribed to as to any name; then closed for messages that have their type by inheritance alone.
    answer: `${CONNECTIONS} × close 4400`,
    memoryMiB: GARBAGE_MIB,
    attack: async (target) => {
      const peers = await target.sockets(CONNECTIONS);
      for (const peer of peers) peer.write(frame(Opcode.Text, POLLUTING));
      await Promise.all(peers.map(async (peer) => peer.until('snapshot')));
      return target.answers(peers, (peer) => tooOften(peer, frame(Opcode.Text, INHERITED)));
    },
  },
];
