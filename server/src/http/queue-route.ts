import type { QueueReport as Report } from '@ticker/protocol';
import { QueueReport } from '@ticker/protocol/alert-schemas';
import type { Api } from './api.ts';
import { asking } from './asking.ts';
import { errors } from './error-schema.ts';
import { type Desk, open } from './open.ts';

export interface QueueDesk extends Desk {
  readonly report: () => Promise<Report>;
}

/**
 * `GET /api/queue`: how many jobs the work queue holds. Numbers only: whose they are is not in them.
 *
 * @param queue undefined: there is none on this server (`ALERTS`)
 */
export function queueRoute(app: Api, queue: QueueDesk | undefined): void {
  app.get(
    '/api/queue',
    {
      schema: {
        summary: 'How many deliveries of alerts wait, run, or are dead',
        description: 'Of all servers that share the queue. At most a second old.',
        tags: ['alerts'],
        response: { 200: QueueReport, ...errors(401, 403, 404, 429, 503) },
      },
    },
    async () => {
      const desk = await open(queue);
      return asking(() => desk.report());
    },
  );
}
