import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Page, Route, WebSocketRoute } from '@playwright/test';
import type { ClientMessage, ServerMessage, Tick } from '@ticker/protocol';
import { History } from '../screenshots/history.ts';

/** Ticks of the past that the page is shown, and over how many seconds they are spread. */
const PAST = 600;
const PAST_S = 300;

const DIST = new URL('../../web/dist/', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/**
 * A server that says the same each time, at times of the test's choice: the built page, fixed answers of the HTTP
 * interface, and a feed of seeded prices. The page's clock stands still but for what {@link FixedFeed.pass} lets pass.
 * Only for pictures, which a real server could not repeat to the pixel: everywhere else the server is a real one.
 */
export class FixedFeed {
  /** It counts as secure, as does a real server by https. No request of it ever reaches the network. */
  static readonly url = 'http://localhost/';
  /** When the page is opened. */
  static readonly start = Date.parse('2026-03-04T14:30:00Z');
  /** What was asked of it that it has no answer for. */
  readonly unanswered: string[] = [];
  readonly #page: Page;
  readonly #history = new History(20);
  readonly #sockets: WebSocketRoute[] = [];
  readonly #past: Tick[];
  #now = FixedFeed.start;
  #made = 0;
  #last: string | null = null;

  private constructor(page: Page) {
    this.#page = page;
    const pause = (PAST_S * 1000) / PAST;
    this.#past = Array.from({ length: PAST }, (_, n) => this.#tick(FixedFeed.start - (PAST - n) * pause));
  }

  /** Takes the place of the server, and of the clock. Before the page's first request. */
  static async lay(page: Page): Promise<FixedFeed> {
    const feed = new FixedFeed(page);
    // Earlier: it goes on until it is paused, and can't be set back.
    await page.clock.install({ time: FixedFeed.start - 60_000 });
    await page.clock.pauseAt(FixedFeed.start);
    await page.route('**/*', (route) => feed.#answer(route));
    await page.routeWebSocket(/\/ws$/, (socket) => feed.#join(socket));
    return feed;
  }

  /** Lets milliseconds pass, with a heartbeat in each second. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1000) {
      const step = Math.min(left, 1000);
      this.#now += step;
      this.#say({ type: 'heartbeat', time: this.#now, last: this.#last });
      await this.#page.clock.runFor(step);
    }
  }

  /** One more price, of the ticker whose turn it is. */
  tick(): void {
    this.#say({ type: 'ticks', ticks: [this.#tick(this.#now - 12)], conflated: 0 });
  }

  /** Ticks were lost, and prices begin anew with the next ones. */
  gap(): void {
    this.#say({ type: 'gap', reason: 'slow_consumer', missed: 17 });
    this.#say({ type: 'snapshot', id: null, ticks: [this.#tick(this.#now - 12)] });
  }

  #tick(at: number): Tick {
    const { time, ...tick } = this.#history.next(new Date(at));
    const id = (++this.#made).toString(16).padStart(24, '673f2671c2b5b6c9a2f1d001');
    this.#last = id;
    return { id, time: time.getTime(), ...tick };
  }

  #say(message: ServerMessage): void {
    for (const socket of this.#sockets) socket.send(JSON.stringify(message));
  }

  #join(socket: WebSocketRoute): void {
    this.#sockets.push(socket);
    socket.onMessage((text) => this.#hear(JSON.parse(String(text)) as ClientMessage));
    this.#say({
      type: 'welcome',
      version: '1',
      process: 'fixed',
      time: this.#now,
      heartbeatMs: 1000,
      limits: {
        history: 1000,
        since: 256,
        tickers: 1000,
        messageBytes: 16_384,
        messageBurst: 20,
        messagesPerSecond: 5,
      },
    });
  }

  #hear(message: ClientMessage): void {
    const { id } = message;
    if (message.type === 'subscribe') {
      const { tickers, mode = 'all' } = message;
      this.#say({ type: 'subscribed', id, tickers, mode, resumed: false });
      this.#say({ type: 'snapshot', id, ticks: this.#past });
    } else if (message.type === 'watch') this.#say({ type: 'watching', id, alerts: [] });
    else this.#say({ type: 'unsubscribed', id, tickers: message.tickers });
  }

  async #answer(route: Route): Promise<void> {
    const { pathname, searchParams } = new URL(route.request().url());
    if (pathname.startsWith('/api/')) {
      const json = this.#api(pathname, searchParams);
      if (json !== undefined) return route.fulfill({ json });
    } else {
      const path = pathname === '/' ? 'index.html' : pathname.slice(1);
      const body = await readFile(new URL(path, DIST)).catch(() => undefined);
      const contentType = TYPES[extname(path)] ?? 'application/octet-stream';
      if (body) return route.fulfill({ body, contentType });
    }
    this.unanswered.push(`${route.request().method()} ${pathname}`);
    return route.fulfill({ status: 404, json: { statusCode: 404, code: 'not_found', message: pathname } });
  }

  #api(path: string, query: URLSearchParams): object | undefined {
    switch (path) {
      case '/api/alerts':
        return { rules: [] };
      case '/api/queue':
        return {
          waiting: 0,
          running: 0,
          delayed: 0,
          dead: 0,
          foreign: 0,
          oldestMs: null,
          finishedPerMinute: 0,
        };
      case '/api/ticks':
        return { ticks: [] };
      case '/api/candles':
        return { ticker: query.get('ticker'), interval: query.get('interval'), candles: [], future: 0 };
      case '/api/status':
        return {
          tail: {
            state: 'live',
            why: null,
            member: '127.0.0.1:27018',
            memberState: 'SECONDARY',
            lagMs: 0,
            reopens: 0,
            gaps: 0,
            badDocuments: 0,
          },
          topic: { count: this.#made, sizeBytes: this.#made * 90, max: 100_000, windowSeconds: 5_000 },
          backlog: { size: this.#made, first: this.#past[0]?.id ?? null, last: this.#last },
          subscribers: 1,
          ticksPerSecond: 2,
          draining: false,
          version: '0.1.0',
          worker: null,
        };
      default:
        return undefined;
    }
  }
}
