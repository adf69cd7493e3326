import { connect, type Socket } from 'node:net';
import { CloseCode } from '@ticker/protocol';
import { SignJWT } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import { RunningApp, type RunningAppOptions } from '../running-app.ts';
import { Page } from './page.ts';

const SECRET = 'a secret of at least thirty-two bytes';
let app: RunningApp;

afterEach(async () => {
  await app.stop();
});

async function start(options: RunningAppOptions): Promise<void> {
  app = await RunningApp.start(options);
}

/** The refusals that there were, by reason. */
async function refusals(headers?: Record<string, string>): Promise<Record<string, number>> {
  const counts = (await Page.of(app.url, headers)).values('ticker_refusals_total');
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

describe('ticker_refusals_total', () => {
  it('has every reason from the start, and stays where nobody is refused', async () => {
    await start({});
    await app.greeted();
    await fetch(`${app.url}/nothing`);
    await fetch(`${app.url}/api/stream?ticker=a%20b`);
    expect((await Page.of(app.url)).values('ticker_refusals_total')).toEqual({
      origin: 0,
      unauthorized: 0,
      forbidden: 0,
      requests: 0,
      connections: 0,
      peers: 0,
      full: 0,
    });
  });

  it('origin: sockets and requests of other sites', async () => {
    await start({});
    await expect(app.client({ origin: 'https://evil.example' })).rejects.toThrow('403');
    await fetch(`${app.url}/api/stream`, { headers: { origin: 'https://evil.example' } });
    expect(await refusals()).toEqual({ origin: 2 });
  });

  it('unauthorized: sockets, streams and requests without a valid token; forbidden: with one that is limited', async () => {
    await start({ auth: { secret: SECRET } });
    await fetch(`${app.url}/api/status`);
    await fetch(`${app.url}/api/stream`, { headers: { authorization: 'Bearer nonsense' } });
    const socket = await app.client();
    expect(await socket.closed).toMatchObject({ code: CloseCode.Unauthorized });
    expect(await refusals()).toEqual({ unauthorized: 3 });

    const token = await new SignJWT({ sub: 'somebody', tickers: ['PIP'] })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(SECRET));
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${app.url}/api/stream?ticker=ACME`, { headers });
    const limited = await app.client({ headers });
    await limited.expect('welcome');
    limited.send({ type: 'subscribe', id: 1, tickers: ['ACME'] });
    await limited.expect('error');
    expect(await refusals()).toEqual({ unauthorized: 3, forbidden: 2 });
  });

  it('connections: sessions over the limit of an address, by either transport', async () => {
    await start({ connectionsPerAddress: 2 });
    await app.greeted();
    await app.greeted();
    const socket = await app.client();
    expect(await socket.closed).toMatchObject({ code: CloseCode.TooMany });
    expect((await fetch(`${app.url}/api/stream`)).status).toBe(429);
    expect(await refusals()).toEqual({ connections: 2 });
    // They had no session that could be closed.
    const closed = (await Page.of(app.url)).values('ticker_sessions_closed_total');
    expect(closed).toMatchObject({ 'websocket 4429': 0, 'sse 4429': 0 });
  });

  it('requests: more than an address may ask in a minute', async () => {
    await start({
      limits: { connectionsPerAddress: 0, connectionsMax: 100, requestsPerMinute: 3 },
      trustProxy: ['127.0.0.1'],
    });
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    for (let n = 0; n < 5; n++) await fetch(`${app.url}/api/status`, { headers });
    expect(await refusals({ 'x-forwarded-for': '192.0.2.2' })).toEqual({ requests: 2 });
  });

  it('peers: TCP connections over the limit of an address', async () => {
    await start({ limits: { connectionsPerAddress: 2, connectionsMax: 100, requestsPerMinute: 0 } });
    // Its connection is kept, and used again for the second one.
    expect(await refusals()).toEqual({});
    const sockets = await flood(5, 3);
    expect(await refusals()).toEqual({ peers: 2 });
    for (const socket of sockets) socket.destroy();
  });

  it.each([false, true])(
    'full: TCP connections over the limit of all (of a worker: %s)',
    async (ofWorker) => {
      const limits = { connectionsPerAddress: 0, connectionsMax: 3, requestsPerMinute: 0, ofWorker };
      await start({ limits });
      expect(await refusals()).toEqual({});
      const sockets = await flood(4, 2);
      expect(await refusals()).toEqual({ full: 2 });
      for (const socket of sockets) socket.destroy();
    },
  );
});

/** Opens connections one after the other, and waits until those after the first `held` ones are dropped. */
async function flood(count: number, held: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let n = 0; n < count; n++) {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.on('error', () => {});
    sockets.push(socket);
    await new Promise<void>((resolve) => socket.once(n < held ? 'connect' : 'close', () => resolve()));
  }
  return sockets;
}
