import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { CloseCode, Limits } from '@ticker/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { RunningApp, type RunningAppOptions } from '../running-app.ts';
import { StreamClient } from '../stream-client.ts';

// What one address, and one connection, may ask for. Real server, real sockets.

let app: RunningApp;
const sockets: Socket[] = [];
const streams: StreamClient[] = [];

async function start(options: RunningAppOptions): Promise<void> {
  app = await RunningApp.start(options);
}
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const stream of streams.splice(0)) stream.close();
  await app.stop();
});

async function stream(headers: Record<string, string> = {}): Promise<StreamClient> {
  const client = await StreamClient.open(`${app.url}/api/stream`, headers);
  streams.push(client);
  return client;
}

/** A bare TCP connection. */
async function dial(): Promise<Socket> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

describe('Connections of one address', () => {
  it('over the limit: a socket is closed with 4429, a stream refused with 429', async () => {
    await start({ connectionsPerAddress: 2 });
    await app.greeted();
    await (await stream()).expect('snapshot');
    const third = await app.client();
    expect(await third.closed).toEqual({ code: CloseCode.TooMany, reason: 'too many connections' });
    expect(third.received).toBe(0);
    expect((await stream()).status).toBe(429);
    expect(app.hub.subscribers).toBe(2);
  });

  it('that have ended make room', async () => {
    await start({ connectionsPerAddress: 1 });
    const first = await app.greeted();
    const left = app.left();
    first.close();
    await left;
    expect(await (await app.client()).next()).toMatchObject({ type: 'welcome' });
  });

  it('behind a trusted proxy are those of the client, not of the proxy', async () => {
    await start({ connectionsPerAddress: 1, trustProxy: ['127.0.0.1'] });
    const from = async (address: string) => app.client({ headers: { 'x-forwarded-for': address } });
    expect(await (await from('203.0.113.1')).next()).toMatchObject({ type: 'welcome' });
    expect(await (await from('203.0.113.2')).next()).toMatchObject({ type: 'welcome' });
    expect((await (await from('203.0.113.1')).closed).code).toBe(CloseCode.TooMany);
  });

  it('without one: what a client says of its address is not believed', async () => {
    await start({ connectionsPerAddress: 1 });
    await app.client({ headers: { 'x-forwarded-for': '203.0.113.1' } });
    const second = await app.client({ headers: { 'x-forwarded-for': '203.0.113.2' } });
    expect((await second.closed).code).toBe(CloseCode.TooMany);
  });

  it('of one IPv6 network count as one', async () => {
    await start({ connectionsPerAddress: 1, trustProxy: ['127.0.0.1'] });
    const from = async (address: string) => app.client({ headers: { 'x-forwarded-for': address } });
    expect(await (await from('2001:db8::1')).next()).toMatchObject({ type: 'welcome' });
    expect((await (await from('2001:db8::ffff:1')).closed).code).toBe(CloseCode.TooMany);
    expect(await (await from('2001:db8:0:1::1')).next()).toMatchObject({ type: 'welcome' });
  });

  it('that never send a request are reset when there are twice as many', async () => {
    await start({
      connectionsPerAddress: 2,
      limits: { connectionsPerAddress: 2 },
    });
    const idle = await Promise.all([dial(), dial(), dial(), dial()]);
    const fifth = await dial();
    await new Promise((resolve) => fifth.once('close', resolve));
    expect(idle.every((socket) => !socket.destroyed)).toBe(true);
  });
});

describe('Requests of one address', () => {
  it('over the limit are refused with 429, and when to come back', async () => {
    await start({ limits: { requestsPerMinute: 3 } });
    for (let n = 0; n < 3; n++) expect((await fetch(`${app.url}/docs/json`)).status).toBe(200);
    const response = await fetch(`${app.url}/docs/json`);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({
      statusCode: 429,
      code: 'too_many_requests',
      error: 'Too Many Requests',
    });
  });

  it('are counted before the token is looked at: nobody may try them out', async () => {
    await start({
      limits: { requestsPerMinute: 2 },
      auth: { secret: 'a secret of this test alone, long enough' },
    });
    const attempt = async (n: number): Promise<number> =>
      (await fetch(`${app.url}/api/status`, { headers: { authorization: `Bearer guess${n}` } })).status;
    expect([await attempt(1), await attempt(2), await attempt(3)]).toEqual([401, 401, 429]);
  });

  it('handshakes of sockets are among them, addresses that there are none of too', async () => {
    await start({ limits: { requestsPerMinute: 2 } });
    await app.greeted();
    await fetch(`${app.url}/none`);
    await expect(app.client()).rejects.toThrow('429');
    expect((await fetch(`${app.url}/none`)).status).toBe(429);
  });

  it("do not stand in a balancer's way", async () => {
    await start({ limits: { requestsPerMinute: 1 } });
    for (let n = 0; n < 5; n++) expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  });
});

describe('Messages of one connection', () => {
  it('over the limit close it with 4429', async () => {
    await start({});
    const client = await app.greeted();
    client.send({ type: 'subscribe', id: 0, tickers: ['PIP'] });
    for (let id = 1; id <= Limits.messageBurst + 20; id++)
      client.send({ type: 'unsubscribe', id, tickers: ['PIP'] });
    expect(await client.closed).toEqual({ code: CloseCode.TooMany, reason: 'too many messages' });
  });

  it('within it are all answered', async () => {
    await start({});
    const client = await app.greeted();
    for (let id = 0; id < Limits.messageBurst; id++)
      client.send({ type: 'unsubscribe', id, tickers: ['PIP'] });
    for (let id = 0; id < Limits.messageBurst; id++) {
      expect(await client.next()).toMatchObject({ type: 'unsubscribed', id });
    }
  });
});

describe('What is no request', () => {
  it.each([
    ['POST', '/api/ticks', 'GET, HEAD'],
    ['GET', '/api/session', 'POST, DELETE'],
  ])('%s %s is answered with 405, and what is allowed', async (method, path, allowed) => {
    await start({});
    const response = await fetch(`${app.url}${path}`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allowed);
    expect(await response.json()).toMatchObject({ statusCode: 405, code: 'method_not_allowed' });
  });

  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400, 'bad_request'],
    [
      'headers over 16 KiB',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    [
      'a path that is none',
      'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      400,
      'fst_err_bad_url',
    ],
    [
      'a body over 64 KiB',
      `POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 70000\r\nConnection: close\r\n\r\n`,
      413,
      'fst_err_ctp_body_too_large',
    ],
  ])('%s is answered in the shape of all errors', async (_what, text, status, code) => {
    await start({});
    const socket = await dial();
    let answer = '';
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.write(text);
    await once(socket, 'close');
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as object;
    expect(body).toMatchObject({
      statusCode: status,
      code,
      error: expect.any(String),
      message: expect.any(String),
    });
    expect(Object.keys(body)).toHaveLength(4);
  });

  it.each([
    ['a handshake that is refused', '/ws', 'websocket', 'HTTP/1.1 403'],
    ['a handshake at another address', '/healthz', 'websocket', 'HTTP/1.1 404'],
    ['a handshake at an address that is none', '/%zz', 'websocket', 'HTTP/1.1 400'],
    ['another protocol', '/healthz', 'h2c', 'HTTP/1.1 404'],
  ])(
    '%s is answered, and its connection ended: nobody reads it any more',
    async (_what, path, upgrade, answered) => {
      await start({});
      const socket = await dial();
      let answer = '';
      socket.on('data', (chunk) => (answer += String(chunk)));
      const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13';
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: x\r\nOrigin: http://evil\r\nConnection: Upgrade\r\nUpgrade: ${upgrade}\r\n${key}\r\n\r\n`,
      );
      await once(socket, 'close');
      expect(answer).toContain(answered);
    },
  );

  it('a handshake that stops half way is answered with 408 and dropped after 10 s', async () => {
    await start({});
    const socket = await dial();
    let answer = '';
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.write('GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n');
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1.1 408 .*"code":"too_slow"/s);
  });
});
