import { Type } from 'typebox';
import { TOKEN_COOKIE } from '../auth/credentials.ts';
import type { Verify } from '../auth/verifier.ts';
import { LAST_DATE_MS } from '../last-date.ts';
import { Refusal } from '../refusal.ts';
import type { Api } from './api.ts';
import { errors } from './error-schema.ts';
import { originCheck } from './origin.ts';

const Body = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 8_192, description: 'A JWT' }) },
  { additionalProperties: false },
);

export interface SessionRouteOptions {
  readonly verify: Verify | undefined;
  readonly allowedOrigins: readonly string[];
}

/**
 * `POST /api/session` makes a token a cookie that no script can read, for pages; `DELETE /api/session` ends that. A page
 * that held the token itself would lose it to the first script that gets in.
 */
export function sessionRoute(app: Api, { verify, allowedOrigins }: SessionRouteOptions): void {
  const onRequest = originCheck(allowedOrigins);
  app.post(
    '/api/session',
    {
      onRequest,
      schema: {
        summary: 'Keep a token in a cookie',
        tags: ['session'],
        security: [],
        body: Body,
        response: {
          204: Type.Null({ description: 'The cookie is set' }),
          ...errors(400, 401, 403, 404, 413, 415, 429),
        },
      },
    },
    async (request, reply) => {
      if (!verify) throw new Refusal(404, 'open', 'this server asks for no token');
      const token = request.body.token.trim();
      const { expiresAt } = await verify(token);
      return reply
        .setCookie(TOKEN_COOKIE, token, {
          path: '/',
          httpOnly: true,
          sameSite: 'strict',
          secure: request.protocol === 'https',
          expires: new Date(Math.min(expiresAt, LAST_DATE_MS)),
        })
        .code(204)
        .send(null);
    },
  );
  app.delete(
    '/api/session',
    {
      onRequest,
      schema: {
        summary: 'Forget the cookie',
        tags: ['session'],
        security: [],
        response: { 204: Type.Null({ description: 'The cookie is gone' }), ...errors(403, 429) },
      },
    },
    async (_request, reply) => reply.clearCookie(TOKEN_COOKIE, { path: '/' }).code(204).send(null),
  );
}
