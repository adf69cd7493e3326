import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tally } from '../peer.ts';
import type { Target } from '../target.ts';
import { type Attacker, GARBAGE_MIB } from './attacker.ts';

// An owner of alert rules whose webhooks lead to receivers of his own.

const RULES = 12;
const CHANGES = 50;
const OTHER_PROTOCOL = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n';

/** A receiver that takes a request, and then does this. */
class Receiver {
  readonly #server: Server;
  readonly #sockets: Socket[] = [];
  #requests = 0;
  #came: () => void = () => {};

  constructor(act: (socket: Socket) => void) {
    this.#server = createServer((socket) => {
      this.#sockets.push(socket);
      socket.on('error', () => {});
      socket.once('data', () => {
        act(socket);
        this.#requests++;
        this.#came();
      });
    });
  }

  /** Begins. @returns its URL */
  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** Resolves when so many requests have come in all. */
  async got(count: number): Promise<void> {
    while (this.#requests < count) await new Promise<void>((resolve) => (this.#came = resolve));
  }

  stop(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** Makes rules that the next tick fires. @returns their ids */
async function rules(target: Target, url: string): Promise<string[]> {
  const body = { ticker: 'PIP', condition: { type: 'above', price: 0.5 }, webhook: { url } };
  const ids: string[] = [];
  for (let n = 0; n < RULES; n++) ids.push((await target.ask('POST', '/api/alerts', body)).body.id);
  return ids;
}

export const webhooks: readonly Attacker[] = [
  {
    name: 'webhooks that never answer, or talk something else, and a rule that changes all the time',
    answer: `${CHANGES} × HTTP 200`,
    memoryMiB: GARBAGE_MIB,
    attack: async (target) => {
      await target.ready('/api/alerts');
      const [black, other] = [new Receiver(() => {}), new Receiver((socket) => socket.write(OTHER_PROTOCOL))];
      try {
        const ids = await rules(target, await black.start());
        ids.push(...(await rules(target, await other.start())));
        const condition = (percent: number) => ({ type: 'moves', percent, window: '1h' });
        const moves = { ticker: 'PIP', condition: condition(99) };
        const { id } = (await target.ask('POST', '/api/alerts', moves)).body;
        const statuses: string[] = [];
        for (let n = 0; n < CHANGES; n++) {
          const change = { state: 'armed', condition: condition(n / 2 + 1) };
          statuses.push(`HTTP ${(await target.ask('PATCH', `/api/alerts/${id}`, change)).status}`);
        }
        // Not one of them keeps its place; and those that do, for ten seconds, take it from no other receiver.
        await other.got(RULES);
        for (const gone of [...ids, id]) await target.ask('DELETE', `/api/alerts/${gone}`);
        return tally(statuses);
      } finally {
        black.stop();
        other.stop();
      }
    },
  },
];
