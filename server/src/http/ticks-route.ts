import { EVERY_TICKER } from '@ticker/protocol';
import { TickSchema } from '@ticker/protocol/schemas';
import { Type } from 'typebox';
import { grantedTickers } from '../auth/grant.ts';
import type { History } from '../history/history.ts';
import { addressKey } from './address.ts';
import type { Api } from './api.ts';
import { errors } from './error-schema.ts';
import {
  BadRequest,
  instantParameter,
  limitParameter,
  parseInstant,
  parseTickers,
  queryCompiler,
  TickersParameter,
} from './query.ts';

const STANDARD = 100;

const Query = Type.Object(
  {
    ticker: TickersParameter,
    limit: limitParameter(5_000, STANDARD),
    from: instantParameter('Ticks of this time or later'),
    to: instantParameter('Ticks before this time'),
  },
  { additionalProperties: false },
);

const Answer = Type.Object(
  { ticks: Type.Array(TickSchema, { description: 'Newest last' }) },
  { description: 'The ticks' },
);

/** `GET /api/ticks`: the newest ticks that there were. */
export function ticksRoute(app: Api, history: History): void {
  app.get(
    '/api/ticks',
    {
      schema: {
        summary: 'The newest ticks that there were',
        description:
          "In the order in which the server got them, newest last; those that it has not in memory any more come first, in the order of their times. Exact as long as publishers' clocks agree within a minute.",
        tags: ['ticks'],
        querystring: Query,
        response: { 200: Answer, ...errors(400, 401, 403, 429, 503) },
      },
      validatorCompiler: queryCompiler,
    },
    async ({ query, grant, ip, signal }) => {
      const asker = { client: addressKey(ip), signal };
      const from = parseInstant('from', query.from, -Infinity);
      const to = parseInstant('to', query.to, Infinity);
      if (from >= to) throw new BadRequest('from must be before to');
      const names = grantedTickers(parseTickers(query.ticker), grant);
      const tickers = names[0] === EVERY_TICKER ? EVERY_TICKER : new Set(names);
      return { ticks: await history.ticks({ tickers, from, to, limit: query.limit ?? STANDARD }, asker) };
    },
  );
}
