import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';
import { errorBody } from './http-error.ts';
import { beginning } from './quote.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

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
    const name = beginning(String(first.params['additionalProperty']));
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
  if (error instanceof Refusal) {
    const { statusCode, cause } = error;
    // The client is not told: it names our hosts.
    if (statusCode >= 500 && cause instanceof Error) request.log.warn({ why: cause.message }, error.message);
    return answer(reply.headers(error.headers), error);
  }
  const { statusCode = 500, message = '' } = error;
  if (statusCode < 500) {
    const code = error.validation ? 'bad_request' : (error.code ?? 'bad_request').toLowerCase();
    return answer(reply, { statusCode, code, message });
  }
  request.log.error({ err: error }, 'request failed');
  const words = 'the server failed to answer; its log says why';
  return answer(reply, { statusCode: 500, code: 'internal', message: words });
}

function answer(
  reply: FastifyReply,
  { statusCode, code, message }: Pick<Refusal, 'statusCode' | 'code' | 'message'>,
): FastifyReply {
  return reply.code(statusCode).send(errorBody(statusCode, code, message));
}

/** Answers for all addresses that there are none of. */
export function handleFailures(app: FastifyInstance): void {
  app.setErrorHandler(failure);
  app.setNotFoundHandler((request) => {
    const url = request.url.split('?')[0]!;
    const path = beginning(url);
    const allowed = METHODS.filter((method) => app.hasRoute({ method, url }));
    if (allowed.length > 0 && !allowed.some((method) => method === request.method)) {
      const allow = allowed.join(', ');
      throw new Refusal(405, 'method_not_allowed', `${path} takes ${allow}`, { headers: { allow } });
    }
    throw new Refusal(404, 'not_found', `there is nothing at ${request.method} ${path}`);
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
  const answered = errorBody(status, code, message);
  const body = JSON.stringify(answered);
  socket.end(
    `HTTP/1.1 ${status} ${answered.error}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}
