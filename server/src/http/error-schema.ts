import { STATUS_CODES } from 'node:http';
import { type Static, Type } from 'typebox';

/** What every refused or failed request is answered with. */
export const ErrorBody = Type.Object({
  statusCode: Type.Integer({ minimum: 400, maximum: 599 }),
  code: Type.String({ pattern: '^[a-z0-9_]+$', description: 'For programs: stable' }),
  error: Type.String({ description: 'The status in words' }),
  message: Type.String({ description: 'For people: what was wrong' }),
});

export type ErrorBody = Readonly<Static<typeof ErrorBody>>;

const reasons = {
  400: ['bad_request', 'A parameter or the body is missing, or not as described'],
  401: ['unauthorized', 'There is no token, or it is not valid (servers that ask for one)'],
  403: ['forbidden', 'The token does not allow this, or the request comes from a page of another origin'],
  404: ['not_found', 'There is no such thing'],
  405: ['method_not_allowed', 'There is something here, but not for this method'],
  409: ['conflict', 'It is not in a state that allows this'],
  413: ['too_large', 'The body is too large'],
  415: ['unsupported_media_type', 'The body is of a type that is not read here'],
  426: ['upgrade_required', 'This address speaks WebSocket'],
  429: ['too_many_requests', 'Too many requests of this address, or by this token'],
  500: ['internal', 'The server failed to answer; its log says why'],
  503: ['unavailable', 'The server is stopping, is not ready yet, or does not reach its database'],
} as const;

const RetryAfter = Type.Integer({ minimum: 0, description: 'Seconds after which to come back' });

/**
 * The error answers of a route, for its `schema.response`, next to the good ones.
 *
 * @param statuses HTTP status codes that it may answer with
 */
export function errors<const S extends keyof typeof reasons>(...statuses: S[]): Record<S, typeof ErrorBody> {
  const responses = statuses.map((status) => [status, errorSchema(status)]);
  return Object.fromEntries(responses) as Record<S, typeof ErrorBody>;
}

function errorSchema(statusCode: keyof typeof reasons): object {
  const [code, description] = reasons[statusCode];
  const example = { statusCode, code, error: STATUS_CODES[statusCode], message: description };
  const headers = statusCode === 429 && { headers: { 'retry-after': RetryAfter } };
  return { ...ErrorBody, description, examples: [example], ...headers };
}
