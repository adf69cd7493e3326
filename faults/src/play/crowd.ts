import { SocketSubscriber } from '../subscriber/socket-subscriber.ts';
import { StreamSubscriber } from '../subscriber/stream-subscriber.ts';
import type { Subscriber } from '../subscriber/subscriber.ts';
import type { Scene } from './scene.ts';
import { waitUntil } from './wait.ts';

const PATIENCE_MS = 60_000;
/** Many in one process, and a server that is new to them: they are not to take a busy machine for a dead line. */
const SILENCE_MS = 30_000;

/**
 * Has so many recorded clients come to the first server; resolves when all of them have ticks, and the second server reads
 * another member.
 *
 * @param streams how many of them read server-sent events; the others have sockets
 * @throws Error where it is not so within a minute
 */
export async function crowd(
  { servers, random, record }: Scene,
  clients: number,
  streams = 0,
): Promise<Subscriber[]> {
  await readOthers(servers);
  const alive = (): string[] => servers.filter(({ isRunning }) => isRunning).map(({ url }) => url);
  const common = { mode: 'all', tickers: ['*'], addresses: alive, random, silenceMs: SILENCE_MS } as const;
  const all = Array.from({ length: clients }, (_, n) => {
    const name = `client ${n}`;
    return n < streams
      ? new StreamSubscriber(name, alive, random)
      : new SocketSubscriber({ ...common, name });
  });
  for (const one of all) record(one);
  const served = (): boolean => all.every((one) => isServed(one, 1));
  if (!(await waitUntil(served, PATIENCE_MS)))
    throw new Error(`${clients} clients are not there in a minute`);
  return all;
}

/** Whether it has been connected so many times at least, and has got ticks the last time. */
export function isServed({ recording: { legs } }: Subscriber, times: number): boolean {
  return legs.length >= times && (legs.at(-1)?.frames.some(({ text }) => text.includes('"price"')) ?? false);
}

/** Has the second server read another member than the first. On a busy machine neither may have heard of the other. */
async function readOthers([first, second]: Scene['servers']): Promise<void> {
  const { member } = await first.tail();
  if (member === null || (await second.tail()).member !== member) return;
  second.network('cut', member);
  const moved = await waitUntil(async () => {
    const tail = await second.tail();
    return tail.state === 'live' && tail.member !== member;
  }, PATIENCE_MS);
  // For a minute it does not go back.
  second.network('well');
  if (!moved) throw new Error('the second server does not read another member in a minute');
}
