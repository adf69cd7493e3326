import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestToken } from '../auth/credentials.ts';
import { type Grant, OPEN } from '../auth/grant.ts';
import { Unauthorized } from '../auth/unauthorized.ts';
import type { Verify } from '../auth/verifier.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What whoever asks may read. Set by {@link authentication}. */
    grant: Grant;
  }
}

/**
 * Who asks, by the token that the request brings.
 *
 * @param verify undefined: the server is open, and everybody may read everything
 * @throws Unauthorized where there is no valid token
 */
export async function authenticate(request: FastifyRequest, verify: Verify | undefined): Promise<Grant> {
  if (!verify) return OPEN;
  const token = requestToken(request.headers, request.cookies);
  // Short: it is a close reason too, which a page shows to a person.
  if (token === undefined) throw new Unauthorized('no token was sent');
  return verify(token);
}

/** A hook that lets nobody in without a valid token. */
export function authentication(verify: Verify | undefined) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('cache-control', 'no-store');
    request.grant = await authenticate(request, verify);
  };
}
