import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { TailStatus } from '@ticker/mongo';
import { endChild, forkChild } from './child.ts';

const READY_MS = 30_000;
const STOP_MS = 10_000;
const LOOK_MS = 20;

export interface ServerOptions {
  readonly uri: string;
  readonly topic: string;
  /** `TAIL_AWAIT_MS`. */
  readonly awaitMs: number;
  /** `READ_CONCERN`; its default without it. */
  readonly readConcern?: 'local';
  /** `WORKERS`. */
  readonly workers?: number;
  /** `TAIL_WAKE`, on by default. */
  readonly wake?: 'on' | 'off' | undefined;
}

/** The product: `server/dist/main.js` in a process of its own, as `npm run server` starts it. */
export class Server {
  /** Of its pages: `http://127.0.0.1:port`. */
  readonly url: string;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, url: string) {
    this.#process = process;
    this.url = url;
  }

  /** Resolves when it has read the whole topic. @throws Error when it ends instead, or takes more than 30 s */
  static async start({ uri, topic, awaitMs, ...more }: ServerOptions): Promise<Server> {
    const { wake = 'on', readConcern, workers } = more;
    const child = forkChild(
      new URL('../../../server/dist/main.js', import.meta.url),
      environment({
        MONGODB_URI: uri,
        TOPIC: topic,
        TAIL_AWAIT_MS: String(awaitMs),
        TAIL_WAKE: wake,
        ...(readConcern && { READ_CONCERN: readConcern }),
        ...(workers && { WORKERS: String(workers) }),
      }),
    );
    try {
      const server = new Server(child, await urlOf(child));
      await server.#until('/readyz', 'it was not ready', () => true);
      return server;
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  get webSocketUrl(): string {
    return `${this.url.replace('http', 'ws')}/ws`;
  }

  /** How its tail is, by its own word. */
  async tail(): Promise<TailStatus> {
    return ((await this.#json('/api/status')) as { tail: TailStatus }).tail;
  }

  /** Id of a tick near the begin of what it holds: one that two seconds of ticks will not push out. */
  async nearlyOldest(): Promise<string> {
    const { backlog } = (await this.#json('/api/status')) as { backlog: { first: string } };
    // The bench's ids begin with their seconds (tick-stamp.ts).
    const to = (Number.parseInt(backlog.first.slice(0, 8), 16) + 3) * 1000;
    const { ticks } = (await this.#json(`/api/ticks?limit=1&to=${to}`)) as { ticks: { id: string }[] };
    return ticks[0]!.id;
  }

  /**
   * What all of its processes have used, by their own account of the operating system's: with `WORKERS` they are several.
   *
   * @returns CPU seconds since their starts, and bytes that are resident
   */
  async used(): Promise<{ cpuSeconds: number; memoryBytes: number }> {
    const sum = await this.#sums();
    return {
      cpuSeconds: sum('ticker_process_cpu_seconds_total'),
      memoryBytes: sum('ticker_process_resident_memory_bytes'),
    };
  }

  /** What it has sent to all clients since its start: frames, and the bytes that they carried. */
  async sent(): Promise<{ frames: number; bytes: number }> {
    const sum = await this.#sums();
    return { frames: sum('ticker_frames_sent_total'), bytes: sum('ticker_sent_bytes_total') };
  }

  /** All that it measures, in Prometheus' text format. */
  async metrics(): Promise<string> {
    return (await fetch(`${this.url}/metrics`)).text();
  }

  /** A metric as it is now, all its labels together. */
  async #sums(): Promise<(metric: string) => number> {
    const text = await this.metrics();
    return (metric) =>
      [...text.matchAll(new RegExp(`^${metric}(?:\\{.*\\})? (.*)$`, 'gm'))].reduce(
        (total, [, value]) => total + Number(value),
        0,
      );
  }

  /** Resolves when it evaluates so many alert rules. @throws Error when that takes more than 30 s */
  async evaluates(rules: number): Promise<void> {
    await this.#until('/metrics', `it did not evaluate ${rules} alert rules`, (text) => {
      const evaluated = /^ticker_alert_rules\{state="evaluated"\} (\d+)$/m.exec(text);
      return text.includes('ticker_alerts_state{state="ready"} 1') && Number(evaluated?.[1]) === rules;
    });
  }

  /** Lets it drain, and ends it after 10 s at the latest. Never rejects. */
  async stop(): Promise<void> {
    await endChild(this.#process, () => this.#process.kill('SIGTERM'), STOP_MS);
  }

  async #json(path: string): Promise<unknown> {
    const response = await fetch(`${this.url}${path}`);
    if (!response.ok) throw new Error(`the server: ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  async #until(path: string, otherwise: string, holds: (text: string) => boolean): Promise<void> {
    const until = performance.now() + READY_MS;
    for (;;) {
      const response = await fetch(`${this.url}${path}`).catch(() => undefined);
      const text = (await response?.text()) ?? '';
      if (response?.ok && holds(text)) return;
      if (performance.now() > until) throw new Error(`the server: ${otherwise} in ${READY_MS / 1000} s`);
      await wait(LOOK_MS);
    }
  }
}

async function urlOf(child: ChildProcess): Promise<string> {
  const controller = new AbortController();
  const ended = once(child, 'exit', controller).then(([code]) => {
    throw new Error(`the server ended at its start (exit code ${code})`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', controller), ended]);
    return (message as { url: string }).url;
  } finally {
    ended.catch(() => {});
    controller.abort();
  }
}

/** Its defaults, whatever is set around us: a measurement must not depend on the shell it is started from. */
function environment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const defaults = new Set([
    'BACKLOG_MAX',
    'READ_CONCERN',
    'FLUSH_MS',
    'ALERTS',
    'QUEUE',
    'ALLOWED_ORIGINS',
    'AUTH_SECRET',
    'AUTH_JWKS_FILE',
    'TLS_CERT',
    'TLS_KEY',
    'HOST',
    'WORKERS',
  ]);
  const inherited = Object.entries(process.env).filter(([name]) => !defaults.has(name));
  // All subscribers are of one address here.
  const limits = { CONNECTIONS_PER_ADDRESS: '0', CONNECTIONS_MAX: '100000', REQUESTS_PER_MINUTE: '0' };
  // Receivers of webhooks are on this machine too.
  const alerts = { ALERT_RULES_MAX: '10000', WEBHOOK_NETWORKS: '127.0.0.0/8' };
  return { ...Object.fromEntries(inherited), PORT: '0', LOG_LEVEL: 'warn', ...limits, ...alerts, ...own };
}
