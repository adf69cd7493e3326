import { Type } from 'typebox';
import type { Metrics } from '../metrics/metrics.ts';
import type { Api } from './api.ts';
import { errors } from './error-schema.ts';

/** `GET /metrics`: what is measured, for Prometheus. Nothing of who reads what is in it, so it asks for no token. */
export function metricsRoute(app: Api, metrics: Pick<Metrics, 'page' | 'contentType'>): void {
  app.get(
    '/metrics',
    {
      schema: {
        summary: 'What is measured, for Prometheus',
        description: 'Text format 0.0.4. Each metric is described in docs/metrics.md.',
        tags: ['process'],
        security: [],
        response: {
          200: { description: 'The metrics', content: { 'text/plain': { schema: Type.String() } } },
          ...errors(429),
        },
      },
    },
    async (_request, reply) => {
      const page = await metrics.page();
      return reply.type(metrics.contentType).header('cache-control', 'no-store').send(page);
    },
  );
}
