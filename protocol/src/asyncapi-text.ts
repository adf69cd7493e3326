import { Type } from 'typebox';
import { closeMeanings } from './close-meaning.ts';
import { Limits, SUBPROTOCOL } from './limits.ts';

// What the AsyncAPI document says in words: that for which AsyncAPI has no field.

const closeRows = closeMeanings.map(
  ({ code, meaning, reconnect }) => `| ${code} | ${meaning} | ${reconnect} |`,
);

export const socketText = `JSON objects in text frames, each with a \`type\`. Unknown fields are ignored on both sides, and a
client ignores messages of a \`type\` that it does not know. Subprotocol \`${SUBPROTOCOL}\`; a client that names none is
accepted too. Compression is never negotiated; a message of a client has at most ${Limits.messageBytes} bytes.

The handshake is refused with HTTP 403 (a page of another origin), 429 (too many requests of this address) and 503 (the process
is about to stop). For want of a token, or with too many connections of an address, it succeeds, since a page could not see why
it did not, and the socket is closed with 4401 or 4429.

| close code | meaning | come back |
|---|---|---|
${closeRows.join('\n')}

1002, 1007 and 1009 are RFC 6455's: a broken frame, invalid UTF-8, a message that is too large.`;

export const streamText = `\`text/event-stream\`. The subscription is in the query, which the OpenAPI document describes; resumed by
\`Last-Event-ID\`. An event's name stands for the message's \`type\`, its data is the JSON described here. After a second in which
nothing else was sent comes a bare \`id:\` line: the newest tick that the stream was read past; before there is one, a comment.`;

/** Headers of the WebSocket's handshake that count. */
export const handshake = Type.Object({
  'Sec-WebSocket-Protocol': Type.Optional(
    Type.String({
      description:
        'The subprotocol, and behind it the token of a client that can send neither header nor cookie',
      examples: [SUBPROTOCOL, `${SUBPROTOCOL}, bearer.<jwt>`],
    }),
  ),
  Origin: Type.Optional(
    Type.String({ description: 'Of a page: the server itself, or one that ALLOWED_ORIGINS lists' }),
  ),
});

const asked =
  'Asked for by servers with AUTH_SECRET or AUTH_JWKS_FILE. A JWT with `sub`, `exp`, and `tickers` where it is limited.';

/** The ways to send a token; one is enough. */
export const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: asked },
  cookie: { type: 'httpApiKey', in: 'cookie', name: 'ticker_token', description: asked },
  subprotocol: {
    type: 'httpApiKey',
    in: 'header',
    name: 'Sec-WebSocket-Protocol',
    description: `${asked} As the second subprotocol, \`bearer.<jwt>\`, of the WebSocket only.`,
  },
};
