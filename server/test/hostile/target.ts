import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, vi } from 'vitest';
import { Page } from '../metrics/page.ts';
import { Peer, type PeerOptions, tally } from './peer.ts';

/** Longer than any time after which the server gives up a connection. */
const GIVEN_UP_MS = 60_000;
const LOOK_MS = 500;

export interface TargetOptions {
  /** Of the server. */
  readonly url: string;
  /** The loopback address that the attack comes from. */
  readonly from: string;
  /** Another one, of somebody who comes meanwhile. */
  readonly elsewhere: string;
  /** Publishes a flood of ticks; resolves when all are in the topic. */
  readonly flood: () => Promise<void>;
}

/** A server as an attacker sees it, and the connections that it has to it. */
export class Target {
  readonly elsewhere: string;
  readonly flood: () => Promise<void>;
  readonly #url: string;
  readonly #from: string;
  readonly #peers: Peer[] = [];

  constructor({ url, from, elsewhere, flood }: TargetOptions) {
    this.#url = url;
    this.#from = from;
    this.elsewhere = elsewhere;
    this.flood = flood;
  }

  /** A TCP connection, as {@link Peer.dial} makes it. */
  async dial(options: Partial<PeerOptions> = {}): Promise<Peer> {
    const peer = await Peer.dial({ port: Number(new URL(this.#url).port), from: this.#from, ...options });
    this.#peers.push(peer);
    return peer;
  }

  /** Many of them at once. */
  async dialMany(count: number, options: Partial<PeerOptions> = {}): Promise<Peer[]> {
    return Promise.all(Array.from({ length: count }, async () => this.dial(options)));
  }

  /** WebSockets that have been welcomed. */
  async sockets(count: number): Promise<Peer[]> {
    const peers = await this.dialMany(count);
    for (const peer of peers) peer.handshake();
    await Promise.all(peers.map(async (peer) => peer.until('welcome')));
    return peers;
  }

  /** How the server answers connections on which this is done. */
  async answers(peers: readonly Peer[], act: (peer: Peer) => void = () => {}): Promise<string> {
    for (const peer of peers) act(peer);
    return tally(await Promise.all(peers.map(async ({ answer }) => answer)));
  }

  /** Resolves when the server's metric has come to a value under these labels. */
  async counted(name: string, labels: Record<string, string>, value: number): Promise<void> {
    const count = async (): Promise<number> => (await Page.of(this.#url)).value(name, labels) ?? 0;
    await vi.waitFor(async () => expect(await count()).toBe(value), {
      interval: LOOK_MS,
      timeout: GIVEN_UP_MS,
    });
  }

  /** A request of JSON, from the attack's address. */
  async ask(method: string, path: string, body?: object): Promise<{ status: number; body: { id: string } }> {
    return new Promise((resolve, reject) => {
      const headers = body ? { 'content-type': 'application/json' } : {};
      const asked = request(`${this.#url}${path}`, { method, headers, localAddress: this.#from });
      asked.on('error', reject);
      asked.on('response', (response) => {
        const status = response.statusCode!;
        if (status === 204) response.resume();
        const read = status === 204 ? Promise.resolve(undefined) : json(response);
        read.then((answer) => resolve({ status, body: answer as { id: string } }), reject);
      });
      asked.end(body && JSON.stringify(body));
    });
  }

  /** Resolves when a path is answered with 200. */
  async ready(path: string): Promise<void> {
    const status = async (): Promise<number> => (await this.ask('GET', path)).status;
    await vi.waitFor(async () => expect(await status()).toBe(200), {
      interval: LOOK_MS,
      timeout: GIVEN_UP_MS,
    });
  }

  /** Ends all connections. */
  leave(): void {
    for (const peer of this.#peers) peer.leave();
  }
}
