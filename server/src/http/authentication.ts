import type { FastifyReply, FastifyRequest } from 'fastify';
import { credentialsOf } from '../auth/credentials.ts';
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
  const credentials = credentialsOf(request.headers, request.cookies);
  if (!credentials) {
    // Short: it is a close reason too, which a page shows to a person.
    throw new Unauthorized('no token was sent');
  }
  return verify(credentials.token);
}

/** A hook that lets nobody in without a valid token. */
export function authentication(verify: Verify | undefined) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('cache-control', 'no-store');
    try {
      request.grant = await authenticate(request, verify);
    } catch (error) {
      // RFC 6750, section 3: how to do better.
      if (error instanceof Unauthorized) reply.header('www-authenticate', 'Bearer realm="ticker"');
      throw error;
    }
  };
}
