import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { stampedTick } from '../measure/tick-stamp.ts';
import { answerCalls } from '../stage/calls.ts';
import { ClosedLoop, type Fanned, type LoopOrder } from './closed-loop.ts';
import type { Address, Dialect } from './dialect/dialect.ts';
import { bare } from './dialect/bare.ts';
import { mqtt } from './dialect/mqtt.ts';
import { nats } from './dialect/nats.ts';
import { ours } from './dialect/ours.ts';
import { socketIo } from './dialect/socket-io.ts';
import type { Send } from './paced.ts';
import { TickCount } from './tick-count.ts';

// The load of the fan-out: all clients of one server, and what publishes to them. In one process, so that it knows when
// everybody has everything, and publishes the next then: as fast as it goes, and no faster.

const DIALECTS = {
  ours,
  // Without MongoDB, what is published is handed over as to the bare loop.
  'ours-fed': { ...ours, publisher: bare.publisher },
  bare,
  'socket-io': socketIo,
  nats,
  mqtt,
} satisfies Record<string, Dialect>;

export type DialectName = keyof typeof DIALECTS;

/** How many connect at once: more than the kernel's queue of connections would be refused, and come a second later. */
const WAVE = 200;
const LOOK_MS = 2;
const NAP_MS = 4;
const PATIENCE_MS = 10_000;

export interface CrowdOrder extends LoopOrder {
  /** Ticks that are handed to the way in one piece; the whole burst without it. */
  readonly piece?: number;
  readonly seconds: number;
}

const count = new TickCount();
let [clients, ended, sequence] = [0, 0, 0];
let loop: ClosedLoop | undefined;
let send: Send;

async function join(dialect: Dialect, url: string, client: number): Promise<void> {
  const socket = new WebSocket(url, dialect.subprotocol ?? [], {
    perMessageDeflate: false,
    // Every byte is compared or counted anyway: the cores belong to what is measured.
    skipUTF8Validation: true,
  });
  socket.on('message', (data: Buffer) => {
    const ticks = count.of(data);
    if (ticks > 0) loop?.receive(client, ticks);
    else {
      const answer = dialect.answer?.(data);
      if (answer !== undefined) socket.send(answer);
    }
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    // At once: what greets a client comes right behind the handshake.
    socket.once('open', () => dialect.greet(socket).then(resolve, reject));
  });
  socket.on('close', () => ended++);
}

/** Publishes a burst. @param failed gets what goes wrong with it */
function publish({ burst, piece = burst }: CrowdOrder, failed: (error: Error) => void): void {
  const ticks = Array.from({ length: burst }, () =>
    stampedTick({ run: 0xffff, publisher: 1, sequence: sequence++ }),
  );
  for (let at = 0; at < burst; at += piece) send(ticks.slice(at, at + piece))?.catch(failed);
}

const calls = {
  async open({ dialect: name, count, ...address }: Address & { dialect: DialectName; count: number }) {
    const dialect: Dialect = DIALECTS[name];
    clients = count;
    for (let from = 0; from < count; from += WAVE) {
      const wave = Array.from({ length: Math.min(WAVE, count - from) }, (_, index) => from + index);
      await Promise.all(wave.map((client) => join(dialect, address.url, client)));
    }
    send = await dialect.publisher(address);
  },

  /** @throws Error when a client's connection ended, or a publication failed */
  async run(order: CrowdOrder): Promise<Fanned> {
    let fail: (error: Error) => void;
    const failed = new Promise<never>((_resolve, reject) => (fail = reject));
    loop = new ClosedLoop(clients, order, () => publish(order, (error) => fail(error)));
    await Promise.race([failed, played(loop, order.seconds)]);
    if (ended > 0) throw new Error(`${ended} of ${clients} connections ended`);
    return loop.result();
  },
};

/** Lets it run for so long, then waits for what is under way. */
async function played(loop: ClosedLoop, seconds: number): Promise<void> {
  const awake = napping();
  try {
    await through(loop, seconds);
  } finally {
    awake();
  }
}

/**
 * Has the clients look for what has come every few milliseconds, rather than be woken up by each frame. Clients are on this
 * machine here, and to wake up a process that sleeps is the writer's work: a server that writes a little slower than its
 * clients read would pay for that at every frame, and one that writes faster at none. (The same bytes written by the same
 * loop cost 7.7 or 10.2 µs.) So nobody pays for it.
 *
 * @returns ends it
 */
function napping(): () => void {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  let immediate = setImmediate(nap);
  function nap(): void {
    Atomics.wait(cell, 0, 0, NAP_MS);
    immediate = setImmediate(nap);
  }
  return () => clearImmediate(immediate);
}

async function through(loop: ClosedLoop, seconds: number): Promise<void> {
  await wait(seconds * 1000);
  loop.close();
  const until = performance.now() + PATIENCE_MS;
  while (!loop.complete && performance.now() < until) await wait(LOOK_MS);
}

export type CrowdCalls = typeof calls;

answerCalls(calls);
