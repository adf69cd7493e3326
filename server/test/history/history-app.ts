import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { EVERY_TICKER, type Tick } from '@ticker/protocol';
import fastify from 'fastify';
import { type Grant, OPEN } from '../../src/auth/grant.ts';
import { History, type HistoryOptions } from '../../src/history/history.ts';
import type { Api } from '../../src/http/api.ts';
import '../../src/http/authentication.ts';
import { candlesRoute } from '../../src/http/candles-route.ts';
import type { ErrorBody } from '../../src/http/error-schema.ts';
import { handleFailures } from '../../src/http/failure.ts';
import { ticksRoute } from '../../src/http/ticks-route.ts';
import { Backlog } from '../../src/hub/backlog.ts';

export interface Answer {
  readonly status: number;
  readonly body: ErrorBody & {
    readonly ticks: Tick[];
    readonly ticker: string;
    readonly interval: string;
    readonly candles: {
      time: number;
      open: number;
      high: number;
      low: number;
      close: number;
      count: number;
    }[];
    readonly future: number;
  };
}

/** The two routes of the past alone, in a real fastify, over a backlog that the test fills. */
export class HistoryApp {
  readonly app: Api;
  readonly backlog: Backlog;
  grant: Grant = OPEN;
  filled = true;
  now = Date.now;

  constructor({
    capacity = 10_000,
    topic = noTopic,
  }: { capacity?: number; topic?: HistoryOptions['topic'] } = {}) {
    const app = fastify().withTypeProvider<TypeBoxTypeProvider>() as unknown as Api;
    this.app = app;
    this.backlog = new Backlog(capacity);
    handleFailures(app);
    app.addHook('onRequest', async (request) => {
      request.grant = this.grant;
    });
    const { backlog } = this;
    const history = new History({ backlog, topic, now: () => this.now(), isFilled: () => this.filled });
    ticksRoute(app, history);
    candlesRoute(app, history);
  }

  /** @param query as in the address, without its "?" */
  async get(path: 'ticks' | 'candles', query = '', remoteAddress = '127.0.0.1'): Promise<Answer> {
    const response = await this.app.inject({ url: `/api/${path}?${query}`, remoteAddress });
    return { status: response.statusCode, body: response.json() };
  }

  /** A limited grant of whoever asks from now on; `*`: an unlimited one. */
  allow(...tickers: string[]): void {
    this.grant = { ...OPEN, tickers: tickers[0] === EVERY_TICKER ? EVERY_TICKER : new Set(tickers) };
  }
}

/** For a backlog that is complete: the topic must not be asked. */
const noTopic: HistoryOptions['topic'] = {
  topicStats: () => Promise.reject(new Error('the topic was asked for its size')),
  ticksByTime: () => {
    throw new Error('the topic was read');
  },
  oldestTicks: () => Promise.reject(new Error('the topic was read')),
};
