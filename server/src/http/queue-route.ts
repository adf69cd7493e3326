import type { QueueReport as Report } from '@ticker/protocol';
import { QueueReport } from '@ticker/protocol/alert-schemas';
import { Refusal } from '../refusal.ts';
import type { Api } from './api.ts';
import { asking } from './asking.ts';
import { errors } from './error-schema.ts';

export interface QueueDesk {
  /** In words, why the queue can't be had now; undefined when it can. */
  readonly unavailable: string | undefined;
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
      if (!queue) throw new Refusal(404, 'off', 'alerts are off on this server (ALERTS)');
      if (queue.unavailable !== undefined) throw new Refusal(503, 'unavailable', queue.unavailable);
      return asking(() => queue.report());
    },
  );
}
