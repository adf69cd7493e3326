import { Type } from 'typebox';
import { grantedTickers } from '../auth/grant.ts';
import type { History } from '../history/history.ts';
import { addressKey } from './address.ts';
import type { Api } from './api.ts';
import { errors } from './error-schema.ts';
import {
  instantParameter,
  limitParameter,
  parseInstant,
  parseTicker,
  queryCompiler,
  TickerParameter,
} from './query.ts';

const STANDARD = 200;

const INTERVAL_MS = {
  '1s': 1_000,
  '5s': 5_000,
  '15s': 15_000,
  '1m': 60_000,
  '5m': 300_000,
  '1h': 3_600_000,
} as const;

const Interval = Type.Enum(Object.keys(INTERVAL_MS) as (keyof typeof INTERVAL_MS)[], {
  type: 'string',
  default: '1m',
  description: 'Length of a candle',
});

const Query = Type.Object(
  {
    ticker: TickerParameter,
    interval: Type.Optional(Interval),
    limit: limitParameter(1_000, STANDARD),
    to: instantParameter('Candles that begin before this time'),
  },
  { additionalProperties: false },
);

const Price = Type.Number();

const Candle = Type.Object(
  {
    time: Type.Integer({ description: 'Its begin, in milliseconds since 1970: a multiple of its length' }),
    open: Price,
    high: Price,
    low: Price,
    close: Price,
    count: Type.Integer({ minimum: 1, description: 'Ticks in it' }),
  },
  { examples: [{ time: 1732190400000, open: 44.51, high: 44.9, low: 44.32, close: 44.4, count: 61 }] },
);

const Answer = Type.Object(
  {
    ticker: Type.String(),
    interval: Interval,
    candles: Type.Array(Candle, { description: 'Newest last; where there were no ticks there is no candle' }),
    future: Type.Integer({
      minimum: 0,
      description:
        "Ticks that were met and left out: their time is more than 60 s ahead of the server's clock",
    }),
  },
  { description: 'The candles' },
);

/** `GET /api/candles`: what a ticker's price did, minute by minute. */
export function candlesRoute(app: Api, history: History): void {
  app.get(
    '/api/candles',
    {
      schema: {
        summary: "What a ticker's price did, minute by minute",
        description:
          "By the ticks' times; open and close by the order in which the server got them. The newest candle goes on as ticks come. The oldest one that the topic has begun to overwrite is not given. Exact as long as publishers' clocks agree within a minute.",
        tags: ['ticks'],
        querystring: Query,
        response: { 200: Answer, ...errors(400, 401, 403, 429, 503) },
      },
      validatorCompiler: queryCompiler,
    },
    async ({ query, grant, ip, signal }) => {
      const asker = { client: addressKey(ip), signal };
      const ticker = parseTicker(query.ticker);
      const to = parseInstant('to', query.to, Infinity);
      grantedTickers([ticker], grant);
      const { interval = '1m', limit = STANDARD } = query;
      const answer = await history.candles({ ticker, interval: INTERVAL_MS[interval], limit, to }, asker);
      return { ticker, interval, ...answer };
    },
  );
}
