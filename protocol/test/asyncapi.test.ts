import { Check } from 'typebox/schema';
import { beforeEach, describe, expect, it } from 'vitest';
import { asyncApi } from '../src/asyncapi.ts';
import { CloseCode } from '../src/close-code.ts';
import { PROTOCOL_VERSION } from '../src/limits.ts';
import { ClientMessage, ServerMessage, TickSchema } from '../src/schemas.ts';
import { EventStream, StreamEvents } from '../src/stream-events.ts';

let document: ReturnType<typeof asyncApi>;
let socket: typeof document.channels.socket;
let stream: typeof document.channels.stream;
beforeEach(() => {
  document = asyncApi({ version: '1.2.3', url: 'https://ticker.example:8443' });
  ({ socket, stream } = document.channels);
});

const types = (union: typeof ClientMessage | typeof ServerMessage): string[] =>
  union.anyOf.map((member) => member.properties.type.const);

/** Names of the messages that operations of this action name in the channel. */
function named(action: 'send' | 'receive', channel: string): Set<string> {
  const prefix = `#/channels/${channel}/messages/`;
  const refs = Object.values(document.operations).flatMap((operation) => [
    ...(operation.action === action ? operation.messages : []),
    ...('reply' in operation && action === 'send' ? operation.reply.messages : []),
  ]);
  return new Set(
    refs.filter(({ $ref }) => $ref.startsWith(prefix)).map(({ $ref }) => $ref.slice(prefix.length)),
  );
}

describe('The AsyncAPI document', () => {
  it('is of AsyncAPI 3.0, of JSON, and of the version that it is told', () => {
    expect(document).toMatchObject({
      asyncapi: '3.0.0',
      info: { title: 'Ticker', version: '1.2.3', license: { name: 'MIT' } },
      defaultContentType: 'application/json',
    });
    expect(document.info.description).toContain(`Version ${PROTOCOL_VERSION} `);
  });

  it('has the addresses of the socket, which begins with a GET, and of the stream, each on its server', () => {
    expect(socket).toMatchObject({
      address: '/ws',
      servers: [{ $ref: '#/servers/socket' }],
      bindings: { ws: { method: 'GET', bindingVersion: '0.1.0' } },
    });
    expect(socket.bindings.ws.headers).toHaveProperty('type', 'object');
    expect(stream).toMatchObject({ address: '/api/stream', servers: [{ $ref: '#/servers/stream' }] });
  });

  it('says where the number of a message is that has one: an answer has that of its question', () => {
    for (const { payload, correlationId } of Object.values(socket.messages)) {
      const { properties } = payload as { properties?: object };
      const location = '$message.payload#/id';
      expect(correlationId).toEqual('id' in properties! ? { location } : undefined);
    }
  });

  it('says of each event by which name and id it comes', () => {
    for (const [name, { headers }] of Object.entries(stream.messages)) {
      expect(Check(headers!, { event: name, id: 't1' })).toBe(true);
      expect(Check(headers!, { event: name })).toBe(true);
      expect(Check(headers!, { event: 'other' })).toBe(false);
      expect(Check(headers!, { event: name, id: 7 })).toBe(false);
    }
  });

  it('tells of each message by its name and in words, and of each operation', () => {
    for (const messages of [socket.messages, stream.messages]) {
      for (const [key, { name, summary, payload }] of Object.entries(messages)) {
        expect(name).toBe(key);
        expect(summary).toBe((payload as { description?: string }).description);
        expect(summary).not.toBe('');
      }
    }
    for (const [name, { summary, channel }] of Object.entries(document.operations)) {
      expect(summary, name).not.toBe('');
      expect(channel.$ref, name).toBe(name === 'stream' ? '#/channels/stream' : '#/channels/socket');
    }
  });

  it('has every message that either side can send, and no other', () => {
    expect(Object.keys(socket.messages).toSorted()).toEqual(
      [...types(ClientMessage), ...types(ServerMessage)].toSorted(),
    );
  });

  it.each([...ClientMessage.anyOf, ...ServerMessage.anyOf])(
    'has the very schema of $properties.type.const',
    (schema) => {
      expect(socket.messages[schema.properties.type.const]?.payload).toEqual(
        JSON.parse(JSON.stringify(schema)),
      );
    },
  );

  it('has every event of the stream, each with its very schema', () => {
    const payloads = Object.entries(stream.messages).map(([name, { payload }]) => [name, payload]);
    expect(Object.fromEntries(payloads)).toEqual(JSON.parse(JSON.stringify(StreamEvents)));
  });

  it('says of each message who sends it', () => {
    expect([...named('receive', 'socket')].toSorted()).toEqual(types(ClientMessage).toSorted());
    expect([...named('send', 'socket')].toSorted()).toEqual(types(ServerMessage).toSorted());
    expect([...named('send', 'stream')].toSorted()).toEqual(Object.keys(StreamEvents).toSorted());
  });

  it('answers each message of a client with a type of its own, or error', () => {
    const answers = Object.entries(document.operations).flatMap(([name, operation]) =>
      'reply' in operation
        ? [[name, operation.reply.messages.map(({ $ref }) => $ref.split('/').at(-1))]]
        : [],
    );
    expect(Object.fromEntries(answers)).toEqual({
      subscribe: ['subscribed', 'error'],
      unsubscribe: ['unsubscribed', 'error'],
      watch: ['watching', 'error'],
    });
  });

  it('tells of each close code', () => {
    expect(socket['x-close-codes'].map(({ code }) => code)).toEqual(
      Object.values(CloseCode).toSorted((one, other) => one - other),
    );
    for (const code of Object.values(CloseCode)) expect(socket.description).toContain(`| ${code} |`);
  });

  it('lets every operation be authenticated by header, cookie or subprotocol', () => {
    const refs = Object.keys(document.components.securitySchemes).map((name) => ({
      $ref: `#/components/securitySchemes/${name}`,
    }));
    expect(refs).toHaveLength(3);
    for (const { security } of Object.values(document.operations)) expect(security).toEqual(refs);
  });

  it('names the server by its address, and the transport by its scheme', () => {
    expect(document.servers).toMatchObject({
      socket: { host: 'ticker.example:8443', protocol: 'wss' },
      stream: { host: 'ticker.example:8443', protocol: 'https' },
    });
    expect(asyncApi({ version: '1', url: 'http://[::1]:3000' }).servers).toMatchObject({
      socket: { host: '[::1]:3000', protocol: 'ws' },
      stream: { host: '[::1]:3000', protocol: 'http' },
    });
  });

  it('names no server where it is not told one', () => {
    expect(asyncApi({ version: '1' })).not.toHaveProperty('servers');
    expect(asyncApi({ version: '1' }).channels.socket).not.toHaveProperty('servers');
  });

  it('is made anew each time: what a reader does to it changes no schema', () => {
    const { messages } = asyncApi({ version: '1' }).channels.socket;
    (messages['subscribe']!.payload as unknown as { required: string[] }).required.length = 0;
    expect(asyncApi({ version: '1' }).channels.socket.messages['subscribe']?.payload).toHaveProperty(
      'required',
      ['type', 'id', 'tickers'],
    );
  });
});

describe('The events of the stream', () => {
  const tick = { id: 't1', time: 1, ticker: 'PIP', price: 2 };

  it('have the fields of the messages that they write in another way', () => {
    const fields = Object.entries(StreamEvents).map(([name, { properties }]) => [
      name,
      Object.keys(properties),
    ]);
    expect(Object.fromEntries(fields)).toEqual({
      snapshot: ['ticks'],
      tick: [...Object.keys(TickSchema.properties), 'conflated'],
      gap: ['reason', 'missed'],
      shutdown: ['reconnectAfterMs'],
    });
  });

  it('tell with a tick how many were skipped, or nothing', () => {
    expect(Check(StreamEvents.tick, tick)).toBe(true);
    expect(Check(StreamEvents.tick, { ...tick, conflated: 1 })).toBe(true);
    expect(Check(StreamEvents.tick, { ...tick, conflated: 0 })).toBe(false);
    const { examples } = StreamEvents.tick as unknown as { examples: object[] };
    expect(examples.map((example) => 'conflated' in example)).toEqual([false, true]);
  });

  it('stand in the stream with their name, their id and their data as a string', () => {
    const data = JSON.stringify(tick);
    expect(Check(EventStream, { event: 'tick', id: 't1', data })).toBe(true);
    expect(Check(EventStream, { event: 'tick', data, retry: 0 })).toBe(true);
    expect(Check(EventStream, { event: 'tick', data, retry: -1 })).toBe(false);
    expect(Check(EventStream, { event: 'tock', id: 't1', data })).toBe(false);
    expect(Check(EventStream, { event: 'tick', id: 't1', data: tick })).toBe(false);
    const contents = EventStream.anyOf.map(({ properties }) => properties.data);
    const contentMediaType = 'application/json';
    expect(contents).toMatchObject(
      Object.values(StreamEvents).map((contentSchema) => ({ contentSchema, contentMediaType })),
    );
  });
});
