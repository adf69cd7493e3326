import { WebSocket } from 'ws';
import type { Addresses } from '../subscriber/subscriber.ts';
import type { Watched } from './judge-alerts.ts';

const RETRY_MS = 300;
const AGAIN_MS = 2_000;
const SILENCE_MS = 6_000;

interface Message {
  readonly type: string;
  readonly alert?: { readonly id: string };
  readonly alerts?: readonly { readonly id: string }[];
}

/** A raw socket that watches alerts, and comes back when its connection ends. */
export class Dashboard implements Watched {
  readonly name: string;
  readonly connections: { readonly alerts: string[]; readonly listed: string[] }[] = [];
  readonly #addresses: Addresses;
  readonly #seen = new Set<string>();
  #socket: WebSocket | undefined;
  #timer: NodeJS.Timeout | undefined;
  #tries = 0;
  #stopped = false;

  constructor(name: string, addresses: Addresses) {
    this.name = name;
    this.#addresses = addresses;
    this.#connect();
  }

  has(id: string): boolean {
    return this.#seen.has(id);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#socket?.terminate();
  }

  #connect(): void {
    if (this.#stopped) return;
    const addresses = this.#addresses();
    const url = addresses[this.#tries++ % Math.max(addresses.length, 1)];
    if (url === undefined) return this.#later();
    const connection = { alerts: [] as string[], listed: [] as string[] };
    this.connections.push(connection);
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`, 'ticker.v1.json');
    this.#socket = socket;
    const watch = (): void => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'watch', id: 1 }));
    };
    socket.on('open', watch);
    socket.on('error', () => {});
    socket.on('close', () => this.#later());
    socket.on('message', (data: Buffer) => {
      this.#timer?.refresh();
      const { type, alert, alerts = [] } = JSON.parse(String(data)) as Message;
      if (type === 'error') setTimeout(watch, AGAIN_MS);
      if (type === 'alert') connection.alerts.push(alert!.id);
      if (type === 'watching') connection.listed.push(...alerts.map(({ id }) => id));
      for (const { id } of alert ? [alert] : alerts) this.#seen.add(id);
    });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => socket.terminate(), SILENCE_MS);
  }

  #later(): void {
    clearTimeout(this.#timer);
    if (!this.#stopped) this.#timer = setTimeout(() => this.#connect(), RETRY_MS);
  }
}
