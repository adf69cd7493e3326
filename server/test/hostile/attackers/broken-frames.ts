import { setTimeout as delay } from 'node:timers/promises';
import { Limits } from '@ticker/protocol';
import { frame, Opcode } from '../frame.ts';
import { type Attacker, GARBAGE_MIB } from './attacker.ts';

// Frames that end a connection. Nothing of them is kept, so there is only garbage.

const MIB = 2 ** 20;
const CONNECTIONS = 200;
/** Longer than the server needs to read a byte of each connection. */
const BYTE_MS = 2;

/** Closed with the code that RFC 6455 has for what it sends. */
function broken(name: string, code: number, bytes: Buffer): Attacker {
  return {
    name,
    answer: `${CONNECTIONS} × close ${code}`,
    memoryMiB: GARBAGE_MIB,
    attack: async (target) => target.answers(await target.sockets(CONNECTIONS), (peer) => peer.write(bytes)),
  };
}

const begun = frame(Opcode.Text, '{', { fin: false });
const empty = frame(Opcode.Continuation, '', { fin: false });

export const brokenFrames: readonly Attacker[] = [
  // 200 MiB in all: they would be seen.
  broken('frames of 1 MB', 1009, frame(Opcode.Text, Buffer.alloc(MIB, 'x'))),
  broken('a million nested brackets in a frame', 1009, frame(Opcode.Text, '['.repeat(MIB))),
  broken('invalid UTF-8', 1007, frame(Opcode.Text, Buffer.from([0x7b, 0xc0, 0xaf, 0x7d]))),
  broken('unmasked frames', 1002, frame(Opcode.Text, '{}', { masked: false })),
  broken('compressed frames', 1002, frame(Opcode.Text, '{}', { rsv1: true })),
  broken('messages of 20 000 empty frames', 1008, Buffer.concat([begun, ...Array(20_000).fill(empty)])),
  {
    // Each byte that is read by itself costs some hundred in memory until the message is complete.
    name: 'messages that come byte by byte',
    answer: `${CONNECTIONS} × close 1008`,
    memoryMiB: GARBAGE_MIB,
    attack: async (target) => {
      const peers = await target.sockets(CONNECTIONS);
      const text = frame(Opcode.Text, Buffer.alloc(Limits.messageBytes, 'x'));
      let answered = false;
      const answers = target.answers(peers).finally(() => (answered = true));
      for (let at = 0; at < text.length - 1 && !answered; at++) {
        for (const peer of peers) peer.write(text.subarray(at, at + 1));
        await delay(BYTE_MS);
      }
      return answered ? answers : 'nothing';
    },
  },
];
