import type { IncomingHttpHeaders } from 'node:http';

/** The cookie that holds a token: the only way for a page's EventSource, and the safest for its WebSocket. */
export const TOKEN_COOKIE = 'ticker_token';

/** A WebSocket's second subprotocol that carries a token, for clients that can send neither header nor cookie. */
export const BEARER_PROTOCOL = 'bearer.';

/**
 * The token of a request: of the header `Authorization: Bearer`, of a WebSocket's subprotocol, or of the cookie. What
 * was said on purpose counts before what the browser adds by itself. Never of the URL: those are logged everywhere.
 */
export function requestToken(
  headers: IncomingHttpHeaders,
  cookies: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const [, bearer] = /^Bearer +([^ ]+)$/i.exec(headers.authorization ?? '') ?? [];
  if (bearer !== undefined) return bearer;
  const offered = headers['sec-websocket-protocol']?.split(',').map((name) => name.trim()) ?? [];
  const protocol = offered.find((name) => name.startsWith(BEARER_PROTOCOL));
  if (protocol !== undefined) return protocol.slice(BEARER_PROTOCOL.length);
  return cookies[TOKEN_COOKIE];
}
