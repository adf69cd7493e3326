import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** What stands in front of servers: hands connections to them in turn, and to the next one where one refuses. */
export class Balancer {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(ports: readonly number[]): Promise<Balancer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const balancer = new Balancer(server);
    let turn = 0;
    server.on('connection', (socket) => balancer.#bring(socket, ports, turn++, ports.length));
    return balancer;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #bring(socket: Socket, ports: readonly number[], turn: number, tries: number): void {
    const target = connect(ports[turn % ports.length]!, '127.0.0.1');
    this.#sockets.add(socket);
    socket.on('error', () => target.destroy());
    target.once('connect', () => {
      target.off('error', next);
      target.on('error', () => socket.destroy());
      socket.on('close', () => {
        this.#sockets.delete(socket);
        target.destroy();
      });
      socket.pipe(target).pipe(socket);
    });
    const next = (): void => {
      if (tries > 1) this.#bring(socket, ports, turn + 1, tries - 1);
      else socket.destroy();
    };
    target.once('error', next);
  }
}
