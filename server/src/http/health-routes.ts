import { Type } from 'typebox';
import { Refusal } from '../refusal.ts';
import type { Sessions } from '../session/sessions.ts';
import type { Api } from './api.ts';
import { errors } from './error-schema.ts';

export interface HealthRoutesOptions {
  readonly sessions: Sessions;
  /** Whether the first fill is done. */
  readonly isFilled: () => boolean;
}

const open = { tags: ['process'], security: [] };
const config = { unlimited: true };

/** `GET /healthz`: the process is up. `GET /readyz`: it has read the topic, and is not stopping. */
export function healthRoutes(app: Api, { sessions, isFilled }: HealthRoutesOptions): void {
  app.get(
    '/healthz',
    {
      config,
      schema: {
        ...open,
        summary: 'Whether the process is up',
        response: { 200: Type.Object({ status: Type.Literal('up') }, { description: 'It is' }) },
      },
    },
    () => ({ status: 'up' as const }),
  );
  // Not whether the database is well: a balancer would then hide the very server that could say why.
  app.get(
    '/readyz',
    {
      config,
      schema: {
        ...open,
        summary: 'Whether to send clients here',
        response: {
          200: Type.Object({ status: Type.Literal('ready') }, { description: 'Yes' }),
          ...errors(503),
        },
      },
    },
    async () => {
      sessions.refuseWhileDraining();
      if (!isFilled()) throw new Refusal(503, 'filling', 'the backlog is being filled');
      return { status: 'ready' as const };
    },
  );
}
