import { type TSchema, Type } from 'typebox';
import { handshake, securitySchemes, socketText, streamText } from './asyncapi-text.ts';
import { closeMeanings } from './close-meaning.ts';
import { PROTOCOL_VERSION } from './limits.ts';
import { ClientMessage, ServerMessage, TickSchema } from './schemas.ts';
import { StreamEvents } from './stream-events.ts';

/** What {@link asyncApi} makes the document of. */
export interface AsyncApiOptions {
  /** Of the server. */
  readonly version: string;
  /** Where it is, `http://host:port`; without it the document names no server. */
  readonly url?: string;
}

/** A message of a channel. */
export interface MessageObject {
  readonly name: string;
  readonly summary: string;
  /** JSON Schema of what is sent, with `examples`. */
  readonly payload: TSchema;
  /** Of an event: its name and its id. */
  readonly headers?: TSchema;
  /** Where the answer's number is: that of the question. */
  readonly correlationId?: { readonly location: string };
}

/**
 * The AsyncAPI 3.0 document of the WebSocket and of the event stream, from the schemas with which the server validates.
 * Said from the server's side, as AsyncAPI has it: it receives what a client sends.
 *
 * @returns a plain object, ready for JSON
 */
export function asyncApi({ version, url }: AsyncApiOptions) {
  const at = (server: string) => url !== undefined && { servers: [{ $ref: `#/servers/${server}` }] };
  const document = {
    asyncapi: '3.0.0',
    info: {
      title: 'Ticker',
      version,
      description: `Prices as they come: every tick in order, and nothing lost in silence. Version ${PROTOCOL_VERSION} of the protocol, whose contract in words is PROTOCOL.md.`,
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    ...(url !== undefined && { servers: servers(new URL(url)) }),
    channels: {
      socket: {
        address: '/ws',
        title: 'WebSocket',
        description: socketText,
        ...at('socket'),
        messages: socketMessages(),
        bindings: { ws: { method: 'GET', headers: handshake, bindingVersion: '0.1.0' } },
        'x-close-codes': closeMeanings,
      },
      stream: {
        address: '/api/stream',
        title: 'Server-sent events',
        description: streamText,
        ...at('stream'),
        messages: streamMessages(),
      },
    },
    operations: operations(),
    components: { securitySchemes },
  };
  // As it will be read: without TypeBox's hidden marks, and with nothing of ours that a reader could change.
  return JSON.parse(JSON.stringify(document)) as typeof document;
}

function servers({ host, protocol }: URL) {
  const secure = protocol === 'https:' ? 's' : '';
  return {
    socket: { host, protocol: `ws${secure}`, description: 'The WebSocket' },
    stream: { host, protocol: `http${secure}`, description: 'The event stream' },
  };
}

function socketMessages(): Record<string, MessageObject> {
  const messages = [...ClientMessage.anyOf, ...ServerMessage.anyOf].map(
    (payload): [string, MessageObject] => {
      const name = payload.properties.type.const;
      const numbered = 'id' in payload.properties && { correlationId: { location: '$message.payload#/id' } };
      return [name, { name, summary: summary(payload), payload, ...numbered }];
    },
  );
  return Object.fromEntries(messages);
}

function streamMessages(): Record<string, MessageObject> {
  const messages = Object.entries(StreamEvents).map(([name, payload]): [string, MessageObject] => {
    const headers = Type.Object({
      event: Type.Literal(name),
      id: Type.Optional(TickSchema.properties.id),
    });
    return [name, { name, summary: summary(payload), headers, payload }];
  });
  return Object.fromEntries(messages);
}

function summary(schema: TSchema): string {
  return (schema as { description?: string }).description ?? '';
}

const security = Object.keys(securitySchemes).map((name) => ({
  $ref: `#/components/securitySchemes/${name}`,
}));

function operations() {
  return {
    subscribe: receive('subscribe', 'subscribed'),
    unsubscribe: receive('unsubscribe', 'unsubscribed'),
    watch: receive('watch', 'watching'),
    greet: send('Once, at the start', 'socket', 'welcome'),
    deliver: send('What is subscribed', 'socket', 'snapshot', 'ticks', 'gap', 'heartbeat'),
    alert: send('What has fired, for whoever watches', 'socket', 'alert', 'watching'),
    refuse: send('What could not be understood, without a number to answer to', 'socket', 'error'),
    leave: send('Before the process stops', 'socket', 'shutdown'),
    stream: send('What the request asked for', 'stream', ...Object.keys(StreamEvents)),
  };
}

function receive(name: string, answer: string) {
  const summary = `Answered by ${answer}, or by error`;
  return {
    action: 'receive',
    summary,
    ...on('socket', name),
    reply: on('socket', answer, 'error'),
    security,
  };
}

function send(summary: string, channel: string, ...names: string[]) {
  return { action: 'send', summary, ...on(channel, ...names), security };
}

function on(channel: string, ...names: string[]) {
  return {
    channel: { $ref: `#/channels/${channel}` },
    messages: names.map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` })),
  };
}
