import { EVERY_TICKER } from '@ticker/protocol';
import type { Api } from './api.ts';
import { errors } from './error-schema.ts';
import { type Status, StatusSchema } from './status-schema.ts';

/** `GET /api/status`: how this server process is. */
export function statusRoute(app: Api, status: () => Promise<Status>): void {
  app.get(
    '/api/status',
    {
      schema: {
        summary: 'How this server process is',
        tags: ['process'],
        response: { 200: StatusSchema, ...errors(401, 403, 429) },
      },
    },
    async ({ grant }) => {
      const answer = await status();
      // An id may be anything that a publisher chose: it is part of the tick that its reader may not see.
      if (grant.tickers === EVERY_TICKER) return answer;
      return { ...answer, backlog: { ...answer.backlog, first: null, last: null } };
    },
  );
}
