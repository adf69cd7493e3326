import type { Tick } from '@ticker/protocol';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import type { Admission } from '../src/admission.ts';
import { type AppAlerts, type AppOptions, buildApp } from '../src/app.ts';
import { createVerifier, type Verify, type VerifierOptions } from '../src/auth/verifier.ts';
import { handOn } from '../src/follow.ts';
import { History } from '../src/history/history.ts';
import { Hub } from '../src/hub/hub.ts';
import type { TailSource } from '../src/metrics/tail-metrics.ts';
import { Rate } from '../src/rate.ts';
import { Sessions } from '../src/session/sessions.ts';
import { alertsWithoutDatabase } from './alerts/alerts-without-database.ts';
import { RawClient } from './raw-client.ts';

const NO_LIMITS = { connectionsPerAddress: 0, connectionsMax: 10_000, requestsPerMinute: 0 };

export interface RunningAppOptions extends Partial<
  Omit<AppOptions, 'admission'> & Omit<Admission, 'verify' | 'limits'>
> {
  readonly capacity?: number;
  readonly connectionsPerAddress?: number;
  /** Those that are not set don't limit. */
  readonly limits?: Partial<Admission['limits']>;
  readonly auth?: Partial<VerifierOptions>;
  /** In place of the check of tokens that `auth` asks for. */
  readonly verify?: Verify;
}

const NO_TAIL: TailSource = {
  status: {
    state: 'disconnected',
    why: 'no database here',
    member: null,
    memberState: null,
    lagMs: null,
    reopens: 0,
    gaps: 0,
    badDocuments: 0,
  },
  reopens: new Map(),
  wake: 'off',
  members: [],
};

/** The real app on a real port, its hub fed by the test: what a tail would do, without its database. */
export class RunningApp {
  readonly hub: Hub;
  readonly sessions = new Sessions();
  readonly clients: RawClient[] = [];
  /** Ids that the primary has, for resumes. */
  readonly existing = new Set<string>();
  /** Called with each id that a resume asks the primary for. */
  onLookup: (id: string) => void = () => {};
  /** The sessions' clock: milliseconds since 1970. */
  now: () => number = Date.now;
  readonly tallies = this.sessions.tallies;
  readonly rate = new Rate(() => performance.now());
  /** Its log is fed by the test. */
  readonly alerts: AppAlerts;
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
    this.alerts = alertsWithoutDatabase(this.hub);
  }

  static async start(options: RunningAppOptions = {}): Promise<RunningApp> {
    const { capacity = 10_000, connectionsPerAddress = 0, auth, verify, limits, ...rest } = options;
    const { allowedOrigins = [], trustProxy = [], tls, ...others } = rest;
    const running = new RunningApp(capacity);
    const { hub, sessions } = running;
    running.#app = await buildApp({
      log: pino({ level: 'silent' }),
      version: '0.0.0',
      context: {
        hub,
        process: 'test',
        now: () => running.now(),
        exists: async (id) => {
          running.onLookup(id);
          return running.existing.has(id);
        },
      },
      sessions,
      admission: {
        verify:
          verify ??
          createVerifier({
            secret: undefined,
            jwksFile: undefined,
            issuer: undefined,
            audience: undefined,
            ...auth,
          }),
        allowedOrigins,
        trustProxy,
        tls,
        limits: { ...NO_LIMITS, connectionsPerAddress, ...limits },
      },
      status: () => Promise.reject(new Error('no database here')),
      measured: { tail: NO_TAIL, rate: running.rate },
      history: new History({
        backlog: hub.backlog,
        topic: {
          topicStats: async () => undefined,
          ticksByTime: () => Promise.reject(new Error('no database here')) as never,
          oldestTicks: () => Promise.reject(new Error('no database here')),
        },
        now: () => running.now(),
        isFilled: () => running.filled,
      }),
      isFilled: () => running.filled,
      alerts: running.alerts,
      dashboard: undefined,
      ...others,
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

  /** Resolves when the next session has left the hub. */
  async left(): Promise<void> {
    const { hub } = this;
    await new Promise<void>((resolve) => {
      hub.leave = (listener) => {
        Reflect.deleteProperty(hub, 'leave');
        hub.leave(listener);
        resolve();
      };
    });
  }

  /** Makes ticks and hands them to the hub as a tail does. */
  publish(count: number, ticker = 'PIP'): Tick[] {
    const ticks = Array.from({ length: count }, () => {
      const n = this.#made++;
      return { id: `t${n}`, time: 1_732_190_401_000 + n, ticker, price: n / 100 };
    });
    handOn({ type: 'ticks', ticks, live: true }, this.hub, this.rate);
    return ticks;
  }

  async stop(): Promise<void> {
    for (const client of this.clients) client.close();
    await this.sessions.drain();
    await this.#app?.close();
  }
}
