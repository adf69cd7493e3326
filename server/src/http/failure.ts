import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody } from './http-error.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Input is repeated in a message up to so many characters. */
const QUOTED = 100;

interface Violation {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Record<string, unknown>;
  readonly message?: string;
}

/**
 * In words, what is wrong with a request's parameters: names the parameter, as the client calls it.
 *
 * @param part of the request: "querystring", "headers", "body"
 */
export function violation([first]: readonly Violation[], part: string): Error {
  if (first?.keyword === 'additionalProperties') {
    const name = String(first.params['additionalProperty']).slice(0, QUOTED);
    return new Error(`${name} is no parameter of this address`);
  }
  const name = first?.instancePath.slice(1).replaceAll('/', '.') || `the ${part}`;
  return new Error(`${name} ${first?.message ?? 'is not valid'}`);
}

/** Answers a request that went wrong: what its client did wrong in words, of our own faults nothing but that. */
export function failure(
  error: Partial<FastifyError>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { statusCode = 500, message = '' } = error;
  if (statusCode < 500) {
    const code = error.validation ? 'bad_request' : (error.code ?? 'bad_request').toLowerCase();
    return reply.code(statusCode).send(errorBody(statusCode, code, message));
  }
  if (statusCode === 503 && error.code && !error.code.startsWith('FST')) {
    return reply.code(503).send(errorBody(503, error.code, message));
  }
  request.log.error({ err: error }, 'request failed');
  return reply.code(500).send(errorBody(500, 'internal', 'the server failed to answer; its log says why'));
}

/** Answers for all addresses that there are none of. */
export function handleFailures(app: FastifyInstance): void {
  app.setErrorHandler(failure);
  app.setNotFoundHandler((request, reply) => {
    const url = request.url.split('?')[0]!;
    const path = url.slice(0, QUOTED);
    const allowed = METHODS.filter((method) => app.hasRoute({ method, url }));
    if (allowed.length > 0 && !allowed.some((method) => method === request.method)) {
      const message = `${path} takes ${allowed.join(', ')}`;
      return reply
        .code(405)
        .header('allow', allowed.join(', '))
        .send(errorBody(405, 'method_not_allowed', message));
    }
    return reply.code(404).send(errorBody(404, 'not_found', `there is nothing at ${request.method} ${path}`));
  });
}

const BROKEN: Readonly<Record<string, readonly [status: number, code: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'the headers are larger than 16 KiB'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'too_slow', 'the request did not arrive in 10 s'],
};

/** Answers what is no HTTP, or too slow, in the shape of all errors; there is no request to speak of yet. */
export function clientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code, message] = BROKEN[error.code ?? ''] ?? [400, 'bad_request', 'this is no HTTP request'];
  const body = JSON.stringify(errorBody(status, code, message));
  const { error: words } = errorBody(status, code, message);
  socket.end(
    `HTTP/1.1 ${status} ${words}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}
