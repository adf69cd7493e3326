import { Type } from 'typebox';
import { TOKEN_COOKIE } from '../auth/credentials.ts';
import { Unauthorized } from '../auth/unauthorized.ts';
import type { Verify } from '../auth/verifier.ts';
import type { Api } from './api.ts';
import { errors } from './error-schema.ts';
import { errorBody } from './http-error.ts';
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
      if (!verify) return reply.code(404).send(errorBody(404, 'open', 'this server asks for no token'));
      try {
        const { expiresAt } = await verify(request.body.token.trim());
        return await reply
          .setCookie(TOKEN_COOKIE, request.body.token.trim(), {
            path: '/',
            httpOnly: true,
            sameSite: 'strict',
            secure: request.protocol === 'https',
            expires: new Date(Math.min(expiresAt, MAX_DATE)),
          })
          .code(204)
          .send(null);
      } catch (error) {
        if (error instanceof Unauthorized) reply.header('www-authenticate', 'Bearer realm="ticker"');
        throw error;
      }
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

/** The last moment that a Date can be. */
const MAX_DATE = 8.64e15;
