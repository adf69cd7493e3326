import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * How the network is. `cut`: connections are reset, new ones refused. `stalled`: open, but no byte passes, new ones
 * included. `slow`: each byte takes {@link SLOW_MS} on its way. `half-open`: the other side has forgotten the connections
 * that there are, and ours is not told; new ones pass.
 */
export type Network = 'well' | 'cut' | 'stalled' | 'slow' | 'half-open';

/** One way. A question and its answer take twice that. */
const SLOW_MS = 400;

interface Link {
  readonly near: Socket;
  readonly far: Socket;
  deaf: boolean;
}

/** A TCP proxy on loopback before one port, whose network can be made ill. */
export class Proxy {
  readonly port: number;
  readonly #server: Server;
  readonly #links = new Set<Link>();
  readonly #target: number;
  #network: Network = 'well';

  private constructor(server: Server, target: number) {
    this.#server = server;
    this.#target = target;
    this.port = (server.address() as AddressInfo).port;
    server.on('connection', (near) => this.#join(near));
  }

  static async start(target: number): Promise<Proxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Proxy(server, target);
  }

  set network(network: Network) {
    this.#network = network;
    for (const link of this.#links) {
      const { near, far } = link;
      if (network === 'cut') {
        near.resetAndDestroy();
        far.destroy();
      } else if (network === 'half-open') {
        link.deaf = true;
        far.destroy();
      } else if (network === 'stalled') {
        near.pause();
        far.pause();
      } else if (!link.deaf) {
        near.resume();
        far.resume();
      }
    }
  }

  async close(): Promise<void> {
    for (const { near, far } of this.#links) {
      near.destroy();
      far.destroy();
    }
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(near: Socket): void {
    if (this.#network === 'cut') return void near.resetAndDestroy();
    const link: Link = { near, far: connect(this.#target, '127.0.0.1'), deaf: false };
    const { far } = link;
    this.#links.add(link);
    this.#carry(link, near, far);
    this.#carry(link, far, near);
    near.on('close', () => {
      this.#links.delete(link);
      far.destroy();
    });
    far.on('close', () => {
      // Where it is half-open, ours is not told.
      if (!link.deaf) near.destroy();
    });
    if (this.#network === 'stalled') {
      near.pause();
      far.pause();
    }
  }

  #carry(link: Link, from: Socket, to: Socket): void {
    from.setNoDelay(true).on('error', () => {});
    from.on('data', (chunk) => {
      if (link.deaf) return;
      if (this.#network !== 'slow') return void to.write(chunk);
      setTimeout(() => {
        if (!to.destroyed && !link.deaf) to.write(chunk);
      }, SLOW_MS);
    });
  }
}
