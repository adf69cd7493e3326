import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Limits, type ServerMessage } from '@ticker/protocol';
import pino from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Grant, OPEN } from '../../src/auth/grant.ts';
import { Session } from '../../src/session/session.ts';
import { Tally } from '../../src/session/tally.ts';
import { SECRET, tokenOf } from '../auth/tokens.ts';
import { Connection } from '../connection.ts';
import { RunningApp, type RunningAppOptions } from '../running-app.ts';
import { StreamClient } from '../stream-client.ts';

// What got round a limit once.

let app: RunningApp;
async function start(options: RunningAppOptions = {}): Promise<void> {
  app = await RunningApp.start(options);
}
afterEach(async () => app.stop());

/** Sends what is no ordinary request; gives all that came back once the connection is closed. */
async function exchange(text: string): Promise<string> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
  socket.on('error', () => {});
  socket.write(text, 'latin1');
  await once(socket, 'close');
  return answer;
}

const HANDSHAKE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n';

/** The server's end of the next connection. */
async function accepted(): Promise<Socket> {
  return new Promise((resolve) => {
    const take = (message: unknown): void => {
      unsubscribe('net.server.socket', take);
      resolve((message as { socket: Socket }).socket);
    };
    subscribe('net.server.socket', take);
  });
}

describe('The place of a stream', () => {
  it('is free again although its client was gone before the token had been looked at', async () => {
    const tokens: (() => void)[] = [];
    let asked = (): void => {};
    const verify = async (): Promise<Grant> => {
      await new Promise<void>((resolve) => {
        tokens.push(resolve);
        asked();
      });
      return OPEN;
    };
    const looking = async (): Promise<void> => new Promise((resolve) => (asked = resolve));
    await start({ connectionsPerAddress: 1, verify });
    const first = Promise.all([accepted(), looking()]);
    const client = connect(Number(new URL(app.url).port), '127.0.0.1');
    client.on('error', () => {});
    client.write('GET /api/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\n\r\n');
    const [socket] = await first;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    client.resetAndDestroy();
    await closed;
    tokens.pop()!();
    // The next request is looked at after that one has ended, whichever way.
    const second = looking();
    const opening = StreamClient.open(`${app.url}/api/stream`, { authorization: 'Bearer x' });
    await second;
    tokens.pop()!();
    const stream = await opening;
    expect(stream.status).toBe(200);
    expect([...app.sessions]).toHaveLength(1);
    stream.close();
  });

  it('is not given to a request behind another one: that would not hear of its end', async () => {
    await start({ connectionsPerAddress: 2 });
    const get = 'GET /api/stream HTTP/1.1\r\nHost: x\r\n\r\n';
    const server = accepted();
    const client = connect(Number(new URL(app.url).port), '127.0.0.1');
    client.on('error', () => {});
    client.write(get + get + get);
    await once(client, 'data');
    const socket = await server;
    await vi.waitFor(() => expect([...app.sessions]).toHaveLength(1));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    client.resetAndDestroy();
    await closed;
    await vi.waitFor(() => expect([...app.sessions]).toEqual([]));
  });
});

describe('Requests on one connection', () => {
  const health = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  const stream = 'GET /api/stream HTTP/1.1\r\nHost: x\r\n\r\n';

  it('that do not wait for their answers end it when they are many: each is kept until its turn', async () => {
    await start();
    expect(await exchange(stream + health.repeat(500))).not.toContain('"up"');
    await vi.waitFor(() => expect([...app.sessions]).toEqual([]));
  });

  it('may be a few, and any number one after the other', async () => {
    await start();
    const answer = await exchange(
      `${health.repeat(3)}GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(answer.match(/"up"/g)).toHaveLength(4);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let n = 0; n < 40; n++) {
      const [response] = (await once(get(`${app.url}/healthz`, { agent }), 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(200);
      await once(response.resume(), 'end');
    }
    agent.destroy();
  });
});

describe('An answer that nobody takes', () => {
  it('is given up, and its connection', async () => {
    await start();
    const id = (n: number): string => String(n).padEnd(Limits.idLength, '-');
    app.hub.append(
      Array.from({ length: 5_000 }, (_, n) => ({ id: id(n), time: n, ticker: 'PIP', price: n })),
    );
    const server = accepted();
    const client = connect(Number(new URL(app.url).port), '127.0.0.1').pause();
    client.on('error', () => {});
    // 20 MB: more than the kernels of both ends hold.
    client.write('GET /api/ticks?limit=5000 HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(16));
    const socket = await server;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    expect(socket.timeout).toBe(15_000);
    // The same, sooner.
    socket.setTimeout(50);
    await closed;
    client.destroy();
  });
});

describe('A handshake at an address that speaks no WebSocket', () => {
  it.each(['/', '/ws/', '/healthz', '/docs/json', '/metrics'])(
    '%s is refused, never accepted',
    async (path) => {
      await start();
      const answer = await exchange(`GET ${path} HTTP/1.1\r\nHost: x\r\n${HANDSHAKE}`);
      expect(answer).toMatch(/^HTTP\/1.1 404 .*"code":"not_found"/s);
    },
  );

  it('leaves nothing of its URL in a log: somebody may have put a token there', async () => {
    const sink = new PassThrough();
    let text = '';
    sink.on('data', (chunk) => (text += String(chunk)));
    await start({ auth: { secret: SECRET }, log: pino({ level: 'trace' }, sink) });
    const token = await tokenOf();
    for (const path of ['/', '/ws/', '/healthz', '/api/stream', '/api/status', '/none']) {
      await exchange(`GET ${path}?token=${token} HTTP/1.1\r\nHost: x\r\n${HANDSHAKE}`);
      await exchange(
        `GET ${path}?token=${token} HTTP/1.1\r\nHost: x\r\nCookie: ticker_token=${token}\r\n${HANDSHAKE}`,
      );
    }
    expect(text).not.toContain(token);
  });
});

describe('A broken frame', () => {
  it("is its client's fault: no stack trace in the log, and the close code that RFC 6455 has for it", async () => {
    const sink = new PassThrough();
    let text = '';
    sink.on('data', (chunk) => (text += String(chunk)));
    await start({ log: pino({ level: 'warn' }, sink) });
    // Reserved bits, from a client that then waits for the answer.
    const answer = await exchange(`GET /ws HTTP/1.1\r\nHost: x\r\n${HANDSHAKE}\xf1\x80\x00\x00\x00\x00`);
    expect(answer).toContain('\x03\xea');
    expect(text).toBe('');
  });
});

/** Takes a message, and then nothing until it is said to be writable again. */
class OneAtATime extends Connection {
  override send(message: ServerMessage): void {
    super.send(message);
    this.writable = false;
  }
}

describe('A client that takes no answers', () => {
  it('is not given any more of them: its messages wait', async () => {
    await start();
    const connection = new OneAtATime();
    const { sent } = connection;
    const context = { hub: app.hub, process: 'test', now: Date.now, exists: async () => false };
    app.publish(1_000);
    const session = new Session(context, connection, OPEN, new Tally('websocket'));
    for (let id = 0; id < 100; id++)
      session.receive(JSON.stringify({ type: 'subscribe', id, tickers: ['PIP'], history: 1_000 }));
    expect(sent.map(({ type }) => type)).toEqual(['welcome']);
    for (let n = 0; n < 100; n++) {
      connection.writable = true;
      session.pump();
      // A few messages are read before it is the others' turn.
      await nextTurn();
    }
    const answered = sent.filter((message) => message.type === 'subscribed');
    expect(answered.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, id) => id));
    session.close();
  });
});
