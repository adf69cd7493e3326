import { setTimeout as delay } from 'node:timers/promises';
import { Limits } from '@ticker/protocol';
import { FLOOD_TICKERS, floodId } from '../flood.ts';
import { message } from '../frame.ts';
import { type Peer, tally } from '../peer.ts';
import type { Target } from '../target.ts';
import { type Attacker, GARBAGE_MIB, memoryOf } from './attacker.ts';
import { ANSWER_MIB, TICKS } from './requests.ts';

// Connections that take less than there is for them, 14 MB as a rule: both kernels hold about 4 of a connection.

const READERS = 25;
/** Longer than a session may take no byte; and than a connection may, at which Node looks twice in 15 s each. */
const SESSION_MS = 13_000;
const CONNECTION_MS = 40_000;
/** As many as may wait on one connection. */
const AT_ONCE = 4;

/** All of the flood's tickers but one: most readers share no frame with others, so that each costs by itself. */
function most(index: number): string[] {
  return FLOOD_TICKERS.filter((_, n) => n !== index % FLOOD_TICKERS.length);
}

/** WebSockets that read so many bytes a second, and wait for no answer to what they say. */
async function sockets(
  target: Target,
  bytesPerSecond: number,
  first: (index: number) => Buffer,
): Promise<Peer[]> {
  const peers = await target.dialMany(READERS, { bytesPerSecond });
  for (const [index, peer] of peers.entries()) {
    peer.handshake();
    peer.write(first(index));
  }
  return peers;
}

/** Of a tick that every server here holds, and 128 older ones at least. */
const OLDEST = floodId(1_000);
const fromTheOldest = (index: number): Buffer =>
  message({ type: 'subscribe', id: 1, tickers: most(index), since: OLDEST });
const fromNowOn = (index: number): Buffer => message({ type: 'subscribe', id: 1, tickers: most(index) });

/** A subscribe for each ticker, in one breath: an answer is a thousand times as long as its question. */
const everySnapshot = Buffer.concat(
  FLOOD_TICKERS.map((ticker, id) =>
    message({ type: 'subscribe', id, tickers: [ticker], history: Limits.history }),
  ),
);

/** Resolves when the server has closed the sessions of all readers with 4008. */
async function closed(target: Target, transport: string): Promise<void> {
  await target.counted('ticker_sessions_closed_total', { transport, code: '4008' }, READERS);
}

/** What they find when they begin to read, once the server has given up all of them. */
async function givenUp(target: Target, peers: readonly Peer[]): Promise<string> {
  await closed(target, 'websocket');
  const answers = await target.answers(peers, (peer) => peer.listen());
  // Whoever was the first to be given up may have been dropped since.
  return /^\d+ × close 4008(, \d+ × ended)?$/.test(answers) ? `${peers.length} × close 4008` : answers;
}

/** In a flood of ticks. */
export const floodedReader: Attacker = {
  name: 'sockets that never read, in a flood',
  answer: `${READERS} × close 4008`,
  memoryMiB: memoryOf(READERS),
  attack: async (target) => {
    const peers = await sockets(target, 0, fromNowOn);
    await target.flood();
    return givenUp(target, peers);
  },
};

export const slowReaders: readonly Attacker[] = [
  {
    // Their kernel tells ours of room by the segment, 64 KiB here: until then no byte is taken.
    name: 'sockets that read a byte a second',
    answer: `${READERS} × close 4008`,
    memoryMiB: memoryOf(READERS),
    attack: async (target) => givenUp(target, await sockets(target, 1, fromTheOldest)),
  },
  {
    name: 'sockets that read 64 KiB a second',
    answer: `${READERS} × open`,
    memoryMiB: memoryOf(READERS),
    attack: async (target) => {
      const peers = await sockets(target, 64 * 1024, fromTheOldest);
      const open = delay(SESSION_MS, 'open');
      return tally(await Promise.all(peers.map(async ({ answer }) => Promise.race([answer, open]))));
    },
  },
  {
    name: 'snapshots that nobody reads',
    answer: `${READERS} × close 4008`,
    memoryMiB: memoryOf(READERS),
    attack: async (target) => givenUp(target, await sockets(target, 0, () => everySnapshot)),
  },
  {
    name: 'streams that nobody reads',
    answer: `${READERS} × ended`,
    memoryMiB: memoryOf(READERS),
    attack: async (target) => {
      const peers = await target.dialMany(READERS, { bytesPerSecond: 0 });
      for (const [index, peer] of peers.entries()) {
        const path = `/api/stream?ticker=${most(index).join(',')}`;
        peer.write(
          `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nLast-Event-ID: ${OLDEST}\r\n\r\n`,
        );
      }
      await closed(target, 'sse');
      for (const peer of peers) peer.listen();
      return tally(await Promise.all(peers.map(async ({ end }) => end)));
    },
  },
];

/** Takes the longest. */
export const answersUnread: Attacker = {
  name: 'answers that nobody reads',
  // Four may fit the kernels' buffers, where they cost nobody else anything.
  answer: /^(\d+ × (answered|cut off)(, |$)){1,2}$/,
  memoryMiB: GARBAGE_MIB + READERS * AT_ONCE * ANSWER_MIB,
  attack: async (target) => {
    const peers = await target.dialMany(READERS, { bytesPerSecond: 0 });
    for (const peer of peers) peer.get(TICKS, AT_ONCE);
    await delay(CONNECTION_MS);
    for (const peer of peers) peer.listen();
    await Promise.all(peers.map(async ({ end }) => end));
    return tally(peers.map(({ statuses }) => (statuses.length < AT_ONCE ? 'cut off' : 'answered')));
  },
};
