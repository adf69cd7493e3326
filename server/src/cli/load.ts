import { setTimeout as wait } from 'node:timers/promises';
import { type ServerMessage, SUBPROTOCOL } from '@ticker/protocol';
import { Command, InvalidArgumentError } from 'commander';
import { WebSocket } from 'ws';

// `ticker load`: sockets that read every tick for a while, and what they got. Bounded, whatever is asked for.

const SOCKETS_MAX = 1_000;
const SECONDS_MAX = 600;
/** Between two handshakes, so that a server is not asked for all of them at once. */
const SPREAD_MS = 5;

interface Options {
  readonly url: string;
  readonly sockets: number;
  readonly seconds: number;
}

/** What all sockets got together. */
interface Got {
  opened: number;
  ticks: number;
  gaps: number;
  /** Sockets that the other side closed, or that never opened. */
  lost: number;
}

function whole(most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : 0;
    if (value >= 1 && value <= most) return value;
    throw new InvalidArgumentError(`It must be a number from 1 to ${most}.`);
  };
}

function listen(url: string, got: Got): WebSocket {
  const socket = new WebSocket(url, SUBPROTOCOL, { perMessageDeflate: false });
  socket.on('open', () => {
    got.opened++;
    socket.send(JSON.stringify({ type: 'subscribe', id: 1, tickers: ['*'], mode: 'all' }));
  });
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as ServerMessage;
    if (message.type === 'ticks') got.ticks += message.ticks.length;
    else if (message.type === 'gap') got.gaps++;
  });
  // What failed is closed too.
  socket.on('error', () => {});
  socket.once('close', () => got.lost++);
  return socket;
}

async function load({ url, sockets: count, seconds }: Options): Promise<boolean> {
  const got: Got = { opened: 0, ticks: 0, gaps: 0, lost: 0 };
  const sockets: WebSocket[] = [];
  const until = performance.now() + seconds * 1_000;
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  while (sockets.length < count && !stop.signal.aborted) {
    sockets.push(listen(url, got));
    await wait(SPREAD_MS);
  }
  for (let before = 0; performance.now() < until && !stop.signal.aborted; before = got.ticks) {
    await wait(1_000);
    console.log(
      `${got.opened - got.lost} sockets, ${got.ticks - before} ticks in the last second, ${got.gaps} gaps`,
    );
  }
  const { opened, ticks, gaps, lost } = got;
  for (const socket of sockets) socket.terminate();
  console.log(`${opened} of ${count} sockets opened, ${lost} were lost; ${ticks} ticks, ${gaps} gaps`);
  return opened === count && lost === 0 && gaps === 0;
}

const program = new Command('load')
  .description(
    'Subscribes sockets to every ticker for a while. Exits with 1 where one was lost, or had a gap.',
  )
  .option('--url <url>', 'where', 'ws://127.0.0.1:3000/ws')
  .option(
    '--sockets <n>',
    `at most ${SOCKETS_MAX}; a server takes 256 of one address`,
    whole(SOCKETS_MAX),
    100,
  )
  .option('--seconds <n>', `at most ${SECONDS_MAX}`, whole(SECONDS_MAX), 60);

process.exitCode = (await load(program.parse().opts<Options>())) ? 0 : 1;
