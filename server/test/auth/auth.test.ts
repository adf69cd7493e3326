import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { CloseCode, SUBPROTOCOL } from '@ticker/protocol';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { RawClient } from '../raw-client.ts';
import { RunningApp } from '../running-app.ts';
import { StreamClient } from '../stream-client.ts';
import { SECRET, tokenOf } from './tokens.ts';

// Who may do what, with AUTH_SECRET. Real server, real sockets.

let app: RunningApp;
beforeEach(async () => {
  app = await RunningApp.start({ auth: { secret: SECRET }, status });
});
afterEach(async () => {
  await app.stop();
});

/** What there is to know of a process, with ids of ticks. */
async function status() {
  return {
    tail: {
      state: 'live' as const,
      why: null,
      member: null,
      memberState: null,
      lagMs: null,
      reopens: 0,
      gaps: 0,
      badDocuments: 0,
    },
    topic: null,
    backlog: { size: 2, first: 't0', last: 't1' },
    subscribers: 0,
    ticksPerSecond: 0,
    draining: false,
    version: '0.0.0',
    worker: null,
  };
}

async function connect(token: string): Promise<RawClient> {
  return app.client({ headers: { authorization: `Bearer ${token}` } });
}

async function subscribed(
  claims: Record<string, unknown>,
  tickers: string[],
  rest: object = {},
): Promise<RawClient> {
  const client = await connect(await tokenOf(claims));
  await client.expect('welcome');
  client.send({ type: 'subscribe', id: 1, tickers, ...rest });
  return client;
}

describe('A socket', () => {
  it.each([
    ['the header', (token: string) => [{ headers: { authorization: `Bearer ${token}` } }, [SUBPROTOCOL]]],
    ['the cookie', (token: string) => [{ headers: { cookie: `a=b; ticker_token=${token}` } }, [SUBPROTOCOL]]],
    ['a second subprotocol', (token: string) => [{}, [SUBPROTOCOL, `bearer.${token}`]]],
  ] as const)('is let in with a token in %s', async (_where, how) => {
    const client = await app.client(...(how(await tokenOf()) as [object, string[]]));
    expect(await client.next()).toMatchObject({ type: 'welcome' });
    expect(client.socket.protocol).toBe(SUBPROTOCOL);
  });

  it('never gets the subprotocol back that carries its token', async () => {
    const client = await app.client({}, [`bearer.${await tokenOf()}`, SUBPROTOCOL]);
    expect(client.socket.protocol).toBe(SUBPROTOCOL);
  });

  it.each([
    ['without a token', async () => ({}), 'no token was sent'],
    [
      'with an expired one',
      async () => ({ authorization: `Bearer ${await tokenOf({ exp: 1 })}` }),
      'expired',
    ],
    [
      'with one of another secret',
      async () => ({ authorization: `Bearer ${await tokenOf({}, 'x'.repeat(32))}` }),
      'not valid',
    ],
    ['with an empty cookie', async () => ({ cookie: 'ticker_token=' }), 'not valid'],
  ])('%s is upgraded, and closed with 4401 before anything is said', async (_what, headers, reason) => {
    const client = await app.client({ headers: await headers() });
    const closed = await client.closed;
    expect(closed.code).toBe(CloseCode.Unauthorized);
    expect(closed.reason).toContain(reason);
    expect(client.received).toBe(0);
    expect(app.hub.subscribers).toBe(0);
  });

  it('with a bad token in the header is not saved by a good cookie: what is said on purpose counts', async () => {
    const client = await app.client({
      headers: { authorization: 'Bearer wrong', cookie: `ticker_token=${await tokenOf()}` },
    });
    expect((await client.closed).code).toBe(CloseCode.Unauthorized);
  });

  it('with a token in the URL is closed with 4401: those are logged everywhere', async () => {
    const token = await tokenOf();
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/ws?token=${token}&access_token=${token}`);
    const [code] = await once(socket, 'close');
    expect(code).toBe(CloseCode.Unauthorized);
  });

  it('of a page of another origin is refused with 403, its cookie notwithstanding', async () => {
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/ws`, {
      origin: 'https://evil.example',
      headers: { cookie: `ticker_token=${await tokenOf()}` },
    });
    const [, response] = await once(socket, 'unexpected-response');
    expect(response.statusCode).toBe(403);
    response.destroy();
  });

  it('ends with 4401 when its token expires', async () => {
    const client = await subscribed({}, ['*']);
    await client.expect('subscribed');
    app.now = () => Date.now() + 3_601_000;
    expect((await client.closed).code).toBe(CloseCode.Unauthorized);
    expect(app.hub.subscribers).toBe(0);
  });

  it('a second before that still runs', async () => {
    const client = await subscribed({}, ['*']);
    await client.expect('subscribed');
    await client.expect('snapshot');
    app.now = () => Date.now() + 3_590_000;
    // The clock has jumped, so the next look at the sessions sends a heartbeat, and ends none.
    expect(await client.expectHeartbeat()).toMatchObject({ type: 'heartbeat' });
    expect(app.hub.subscribers).toBe(1);
  });
});

describe('The claim tickers', () => {
  it('lets through what it names, and nothing else', async () => {
    const client = await subscribed({ tickers: ['PIP'] }, ['PIP'], { history: 10 });
    expect(await client.next()).toMatchObject({ type: 'subscribed', tickers: ['PIP'] });
    await client.expect('snapshot');
    app.publish(3, 'ACME');
    const ticks = app.publish(1, 'PIP');
    expect(await client.ticks(1)).toEqual(ticks);
  });

  it('makes a name that it does not hold an error forbidden, and nothing changes', async () => {
    const client = await subscribed({ tickers: ['PIP'] }, ['PIP', 'ACME']);
    expect(await client.next()).toEqual({
      type: 'error',
      id: 1,
      code: 'forbidden',
      message: 'the token does not allow ACME',
    });
    client.send({ type: 'subscribe', id: 2, tickers: ['PIP'] });
    expect(await client.next()).toMatchObject({ type: 'subscribed', id: 2, tickers: ['PIP'] });
  });

  it('makes "*" its own names', async () => {
    const old = [...app.publish(1, 'ACME'), ...app.publish(1, 'PIP')];
    const client = await subscribed({ tickers: ['PIP', 'GLOBEX'] }, ['*'], { history: 10 });
    expect(await client.next()).toMatchObject({ type: 'subscribed', tickers: ['PIP', 'GLOBEX'] });
    expect(await client.next()).toMatchObject({ type: 'snapshot', ticks: [old[1]] });
    app.publish(1, 'ACME');
    const ticks = app.publish(1, 'GLOBEX');
    expect(await client.ticks(1)).toEqual(ticks);
  });

  it('that is empty allows nothing', async () => {
    const client = await subscribed({ tickers: [] }, ['*']);
    expect(await client.next()).toMatchObject({ type: 'error', code: 'forbidden' });
  });

  it('keeps the ids of other tickers out of heartbeats: an id may hold anything', async () => {
    const client = await subscribed({ tickers: ['PIP'] }, ['PIP']);
    await client.expect('subscribed');
    await client.expect('snapshot');
    app.publish(1, 'ACME');
    expect(await client.expectHeartbeat()).toMatchObject({ last: null });
    const [pip] = app.publish(1, 'PIP');
    await client.ticks(1);
    app.publish(1, 'ACME');
    expect(await client.expectHeartbeat()).toMatchObject({ last: pip!.id });
  });

  it("answers a since of another ticker's id as one that there is not", async () => {
    const [acme] = app.publish(1, 'ACME');
    const lookups: string[] = [];
    app.onLookup = (id) => lookups.push(id);
    const client = await subscribed({ tickers: ['PIP'] }, ['PIP'], { since: [acme!.id] });
    expect(await client.next()).toMatchObject({ type: 'subscribed', resumed: false });
    expect(await client.next()).toMatchObject({ type: 'gap', reason: 'history_exceeded' });
    expect(lookups).toEqual([acme!.id]);
  });

  it('still resumes exactly after its own ids', async () => {
    const mixed = [0, 1, 2, 3].flatMap(() => [...app.publish(1, 'PIP'), ...app.publish(1, 'ACME')]);
    const pip = mixed.filter(({ ticker }) => ticker === 'PIP');
    const since = [mixed[0]!.id, mixed[1]!.id, mixed[2]!.id];
    const client = await subscribed({ tickers: ['PIP'] }, ['PIP'], { since: [since[0]!, since[2]!] });
    expect(await client.next()).toMatchObject({ type: 'subscribed', resumed: true });
    expect(await client.ticks(2)).toEqual(pip.slice(2));
  });
});

describe('The API', () => {
  const paths = ['/api/stream', '/api/status', '/api/ticks', '/api/candles?ticker=PIP'];

  it.each(paths)('GET %s without a token is 401, and says how to come by one', async (path) => {
    const response = await fetch(`${app.url}${path}`);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('Bearer');
    expect(await response.json()).toMatchObject({ statusCode: 401, code: 'unauthorized' });
  });

  it.each(paths.slice(1))('GET %s asks for the token before it looks at the parameters', async (path) => {
    expect((await fetch(`${app.url}${path}${path.includes('?') ? '&' : '?'}limit=x`)).status).toBe(401);
  });

  it.each(['/healthz', '/readyz', '/docs/json', '/docs/asyncapi.json', '/metrics'])(
    'GET %s is open',
    async (path) => {
      expect((await fetch(`${app.url}${path}`)).status).toBe(200);
    },
  );

  it('lets a stream in by header and by cookie', async () => {
    const token = await tokenOf({ tickers: ['PIP'] });
    for (const headers of [{ authorization: `bearer ${token}` }, { cookie: `ticker_token=${token}` }]) {
      const stream = await StreamClient.open(`${app.url}/api/stream`, headers as Record<string, string>);
      await stream.expect('snapshot');
      app.publish(1, 'ACME');
      const ticks = app.publish(1, 'PIP');
      expect(await stream.ticks(1)).toEqual(ticks);
      stream.close();
    }
  });

  it('ends a stream when its token expires; the next request is 401', async () => {
    const authorization = `Bearer ${await tokenOf()}`;
    const stream = await StreamClient.open(`${app.url}/api/stream`, { authorization });
    await stream.expect('snapshot');
    app.now = () => Date.now() + 3_601_000;
    await stream.ended;
    expect(app.tallies.sse.closes.get(CloseCode.Unauthorized)).toBe(1);
  });

  it.each(['/api/stream?ticker=ACME', '/api/ticks?ticker=PIP,ACME', '/api/candles?ticker=ACME'])(
    'GET %s with a token for PIP alone is 403',
    async (path) => {
      const authorization = `Bearer ${await tokenOf({ tickers: ['PIP'] })}`;
      const response = await fetch(`${app.url}${path}`, { headers: { authorization } });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({
        code: 'forbidden',
        message: 'the token does not allow ACME',
      });
    },
  );

  it('keeps ids out of the status for a token that is limited', async () => {
    const ask = async (claims: Record<string, unknown>) => {
      const authorization = `Bearer ${await tokenOf(claims)}`;
      const response = await fetch(`${app.url}/api/status`, { headers: { authorization } });
      return ((await response.json()) as { backlog: object }).backlog;
    };
    expect(await ask({})).toEqual({ size: 2, first: 't0', last: 't1' });
    expect(await ask({ tickers: ['PIP'] })).toEqual({ size: 2, first: null, last: null });
  });

  it('is not to be stored by anybody on the way', async () => {
    const authorization = `Bearer ${await tokenOf()}`;
    const response = await fetch(`${app.url}/api/status`, { headers: { authorization } });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('POST /api/session', () => {
  const post = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${app.url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  it('keeps the token in a cookie that no script can read and no other site can send', async () => {
    const exp = Math.floor(Date.now() / 1000) + 600;
    const token = await tokenOf({ exp });
    const response = await post({ token }, { origin: app.url });
    expect(response.status).toBe(204);
    const cookie = response.headers.get('set-cookie')!;
    expect(cookie).toContain(`ticker_token=${token};`);
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/']) expect(cookie).toContain(part);
    expect(cookie).not.toContain('Secure');
    expect(cookie).toContain(`Expires=${new Date(exp * 1000).toUTCString()}`);
  });

  it('refuses a token that is not valid, and sets no cookie', async () => {
    const response = await post({ token: 'no' });
    expect(response.status).toBe(401);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await response.json()).toMatchObject({ code: 'unauthorized' });
  });

  it.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of an origin that is none', { origin: 'null' }],
    ['that the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['of a sibling domain', { 'sec-fetch-site': 'same-site' }],
  ])('refuses a page %s', async (_what, headers) => {
    const response = await post({ token: await tokenOf() }, headers as Record<string, string>);
    expect(response.status).toBe(403);
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('reads JSON only: a form of another site can send no other type without being asked first', async () => {
    const response = await fetch(`${app.url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({ token: await tokenOf() }),
    });
    expect(response.status).toBe(415);
  });

  it('on a server that asks for no token is 404', async () => {
    await app.stop();
    app = await RunningApp.start();
    expect((await post({ token: 'x' })).status).toBe(404);
  });

  it('DELETE forgets the cookie; for a page of another origin it does not', async () => {
    const forget = (headers: Record<string, string>): Promise<Response> =>
      fetch(`${app.url}/api/session`, { method: 'DELETE', headers });
    const response = await forget({ origin: app.url });
    expect(response.status).toBe(204);
    expect(response.headers.get('set-cookie')).toMatch(/ticker_token=;.*Expires=Thu, 01 Jan 1970/);
    expect((await forget({ origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe('A log', () => {
  it('never holds a token, wherever it came, at the finest level', async () => {
    await app.stop();
    const sink = new PassThrough();
    let text = '';
    sink.on('data', (chunk) => (text += String(chunk)));
    app = await RunningApp.start({
      auth: { secret: SECRET },
      status: () => Promise.reject(new Error('broken')),
      log: pino({ level: 'trace' }, sink),
    });
    const good = await tokenOf();
    const bad = await tokenOf({}, 'y'.repeat(40));
    for (const token of [good, bad]) {
      for (const path of ['/api/status', '/api/ticks?limit=x', `/api/ticks?token=${token}`, '/none']) {
        await fetch(`${app.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
        await fetch(`${app.url}${path}`, { headers: { cookie: `ticker_token=${token}` } });
      }
      const client = await app.client({}, [SUBPROTOCOL, `bearer.${token}`]);
      client.socket.send(Buffer.from([1, 2]));
      if (token === good) await client.expect('welcome');
      await fetch(`${app.url}/api/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      });
    }
    expect(text).toContain('request failed');
    for (const token of [good, bad]) expect(text).not.toContain(token.split('.')[2]);
  });
});
