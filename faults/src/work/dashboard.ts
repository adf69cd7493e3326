import { WebSocket } from 'ws';
import { Reconnect } from '../subscriber/reconnect.ts';
import type { Addresses } from '../subscriber/subscriber.ts';
import type { Watched } from './judge-alerts.ts';

const RETRY_MS = 300;
const AGAIN_MS = 2_000;

interface Message {
  readonly type: string;
  readonly alert?: { readonly id: string };
  readonly alerts?: readonly { readonly id: string }[];
}

/** A raw socket that watches alerts, and comes back when its connection ends. */
export class Dashboard implements Watched {
  readonly name: string;
  readonly connections: { readonly alerts: string[]; readonly listed: string[] }[] = [];
  readonly #seen = new Set<string>();
  readonly #reconnect: Reconnect;

  constructor(name: string, addresses: Addresses) {
    this.name = name;
    this.#reconnect = new Reconnect({
      addresses,
      connect: (url) => this.#connect(url),
      pauseMs: () => RETRY_MS,
    });
    this.#reconnect.now();
  }

  has(id: string): boolean {
    return this.#seen.has(id);
  }

  stop(): void {
    this.#reconnect.stop();
  }

  #connect(url: string): () => void {
    const connection = { alerts: [] as string[], listed: [] as string[] };
    this.connections.push(connection);
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`, 'ticker.v1.json');
    const watch = (): void => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'watch', id: 1 }));
    };
    socket.on('open', watch);
    socket.on('error', () => {});
    socket.on('close', () => this.#reconnect.ended());
    socket.on('message', (data: Buffer) => {
      this.#reconnect.heard();
      const { type, alert, alerts = [] } = JSON.parse(String(data)) as Message;
      if (type === 'error') setTimeout(watch, AGAIN_MS);
      if (type === 'alert') connection.alerts.push(alert!.id);
      if (type === 'watching') connection.listed.push(...alerts.map(({ id }) => id));
      for (const { id } of alert ? [alert] : alerts) this.#seen.add(id);
    });
    return () => socket.terminate();
  }
}
