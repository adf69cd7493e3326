import { on, once } from 'node:events';
import { WebSocket } from 'ws';
import type { AsyncApi, Judge } from './document.ts';

interface Message {
  readonly type: string;
  readonly id?: number | null;
}

/** A client that knows of the protocol what the document says, and has every message judged by it. */
export class DocumentClient {
  readonly #socket: WebSocket;
  readonly #frames: AsyncIterator<unknown[]>;

  private constructor(socket: WebSocket, judge: Judge) {
    this.#socket = socket;
    this.#frames = on(socket, 'message');
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as Message;
      judge.judge(message.type, message);
    });
  }

  /** Connects to where the document says that the socket is, or to the server at `url` where it names none. */
  static async open({ channels, servers }: AsyncApi, judge: Judge): Promise<DocumentClient> {
    const { protocol, host } = servers!.socket;
    const client = new DocumentClient(
      new WebSocket(`${protocol}://${host}${channels.socket.address}`),
      judge,
    );
    await once(client.#socket, 'open');
    return client;
  }

  send(message: unknown): void {
    this.#socket.send(JSON.stringify(message));
  }

  /** The next message of one of these types; those of others before it are passed over. */
  async next(...types: string[]): Promise<Message> {
    for (;;) {
      const { value } = await this.#frames.next();
      const message = JSON.parse(String((value as unknown[])[0])) as Message;
      if (types.includes(message.type)) return message;
    }
  }

  close(): void {
    this.#socket.terminate();
  }
}
