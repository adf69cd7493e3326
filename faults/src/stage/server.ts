import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Member } from '@ticker/mongo/embedded';
import { ours } from './children.ts';
import { type Network, Proxy } from './proxy.ts';

const MAIN = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url));
const REROUTE = new URL('../../reroute.mjs', import.meta.url).href;
const READY_MS = 30_000;
const STOP_MS = 12_000;
/** It answers within a second or two; this suite is a busy neighbour. */
const ANSWER_MS = 15_000;

/** What /api/status says of the tail. */
export interface Tail {
  readonly state: string;
  readonly why: string | null;
  readonly member: string | null;
  readonly memberState: string | null;
  readonly reopens: number;
  readonly gaps: number;
}

/** The product as a process of its own, with a proxy between it and each member of the set. */
export class Server {
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #proxies: ReadonlyMap<string, Proxy>;
  readonly #output: string[];

  private constructor(
    child: ChildProcess,
    url: string,
    proxies: ReadonlyMap<string, Proxy>,
    output: string[],
  ) {
    this.#child = child;
    this.url = url;
    this.#proxies = proxies;
    this.#output = output;
  }

  /** Resolves when it has read the topic. @throws Error where it ends instead, or takes more than 30 s */
  static async start(members: readonly Member[], environment: Record<string, string>): Promise<Server> {
    const proxies = new Map<string, Proxy>();
    for (const { address, port } of members) proxies.set(address, await Proxy.start(port));
    const routes = members.map(({ address, port }) => [port, proxies.get(address)!.port]);
    const child = spawn(process.execPath, ['--import', REROUTE, MAIN], {
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        LOG_LEVEL: 'info',
        CONNECTIONS_PER_ADDRESS: '0',
        REQUESTS_PER_MINUTE: '0',
        WEBHOOK_NETWORKS: '127.0.0.0/8',
        REROUTE: JSON.stringify(Object.fromEntries(routes)),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    ours(child);
    const output: string[] = [];
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`a server ended at its start (exit code ${code}): ${output.join('')}`);
    });
    ended.catch(() => {});
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [{ url: string }];
    const server = new Server(child, message.url, proxies, output);
    await server.#ready();
    return server;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** What it has written to its log. */
  get log(): string {
    return this.#output.join('');
  }

  /** Of the network between it and a member, or all of them. */
  network(network: Network, address?: string): void {
    for (const [member, proxy] of this.#proxies)
      if (address === undefined || address === member) proxy.network = network;
  }

  /** How its tail is, by its own word. @throws where it does not answer */
  async tail(): Promise<Tail> {
    const response = await fetch(`${this.url}/api/status`, { signal: AbortSignal.timeout(ANSWER_MS) });
    return ((await response.json()) as { tail: Tail }).tail;
  }

  /** The value of a metric; the sum of all series whose labels hold that text. */
  async metric(name: string, labels = ''): Promise<number> {
    const text = await (
      await fetch(`${this.url}/metrics`, { signal: AbortSignal.timeout(ANSWER_MS) })
    ).text();
    return text
      .split('\n')
      .filter((line) => line.startsWith(name) && line.includes(labels))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** SIGTERM; gives its exit code, null where a signal has ended it. */
  async terminate(): Promise<number | null> {
    await this.#end('SIGTERM');
    return this.#child.exitCode;
  }

  /** Never rejects. */
  async stop(): Promise<void> {
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_MS);
    await this.#end('SIGTERM');
    clearTimeout(timer);
    await Promise.all([...this.#proxies.values()].map((proxy) => proxy.close()));
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (!this.isRunning) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill(signal);
    await exited;
  }

  async #ready(): Promise<void> {
    const until = performance.now() + READY_MS;
    while (performance.now() < until) {
      const response = await fetch(`${this.url}/readyz`).catch(() => undefined);
      await response?.body?.cancel();
      if (response?.ok) return;
      await delay(20);
    }
    throw new Error(`a server was not ready in ${READY_MS / 1000} s: ${this.log}`);
  }
}
