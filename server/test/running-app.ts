import type { Tick } from '@ticker/protocol';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { buildApp } from '../src/app.ts';
import { Hub } from '../src/hub/hub.ts';
import { Sessions } from '../src/session/sessions.ts';
import { RawClient } from './raw-client.ts';

/** The real app on a real port, its hub fed by the test: what a tail would do, without its database. */
export class RunningApp {
  readonly hub: Hub;
  readonly sessions = new Sessions();
  readonly clients: RawClient[] = [];
  /** Ids that the primary has, for resumes. */
  readonly existing = new Set<string>();
  /** Called with each id that a resume asks the primary for. */
  onLookup: (id: string) => void = () => {};
  filled = true;
  url = '';
  #app: FastifyInstance | undefined;
  #made = 0;

  private constructor(capacity: number) {
    this.hub = new Hub(capacity, 1, {
      now: () => performance.now(),
      after: (ms, run) => setTimeout(run, ms),
    });
    this.hub.backlog.whole = true;
  }

  static async start(
    options: { capacity?: number; allowedOrigins?: string[]; dashboard?: string } = {},
  ): Promise<RunningApp> {
    const running = new RunningApp(options.capacity ?? 10_000);
    const { hub, sessions } = running;
    running.#app = await buildApp({
      log: pino({ level: 'silent' }),
      status: () => Promise.reject(new Error('no database here')),
      isFilled: () => running.filled,
      sessions,
      context: {
        hub,
        process: 'test',
        now: Date.now,
        exists: async (id) => {
          running.onLookup(id);
          return running.existing.has(id);
        },
      },
      allowedOrigins: options.allowedOrigins ?? [],
      dashboard: options.dashboard,
    });
    running.url = await running.#app.listen({ port: 0, host: '127.0.0.1' });
    return running;
  }

  async client(
    ...parameters: Parameters<typeof RawClient.open> extends [string, ...infer Rest] ? Rest : never
  ): Promise<RawClient> {
    const client = await RawClient.open(this.url, ...parameters);
    this.clients.push(client);
    return client;
  }

  /** A greeted client. */
  async greeted(): Promise<RawClient> {
    const client = await this.client();
    await client.expect('welcome');
    return client;
  }

  /** Makes ticks and hands them to the hub as a tail does. */
  publish(count: number, ticker = 'PIP'): Tick[] {
    const ticks = Array.from({ length: count }, () => {
      const n = this.#made++;
      return { id: `t${n}`, time: 1_732_190_401_000 + n, ticker, price: n / 100 };
    });
    this.hub.append(ticks);
    return ticks;
  }

  async stop(): Promise<void> {
    for (const client of this.clients) client.close();
    await this.sessions.drain();
    await this.#app?.close();
  }
}
