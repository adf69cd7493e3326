import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CloseCode, Limits, SUBPROTOCOL } from '@ticker/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { OPEN } from '../src/auth/grant.ts';
import { RunningApp } from './running-app.ts';

// The groups carry the titles of PROTOCOL.md's sections. Real server, real sockets.

let app: RunningApp;
beforeEach(async () => {
  app = await RunningApp.start();
});
afterEach(async () => {
  await app.stop();
});

/** The status of a handshake that is refused. */
async function refusal(options: {
  origin?: string;
  headers?: Record<string, string>;
}): Promise<number | undefined> {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/ws`, [SUBPROTOCOL], options);
  const [, response] = (await once(socket, 'unexpected-response')) as [
    unknown,
    { statusCode?: number; destroy(): void },
  ];
  response.destroy();
  return response.statusCode;
}

describe('Connecting', () => {
  it('selects the subprotocol ticker.v1.json', async () => {
    const client = await app.client({}, ['other', SUBPROTOCOL]);
    expect(client.socket.protocol).toBe(SUBPROTOCOL);
  });

  it('accepts a client that names no subprotocol', async () => {
    const client = await app.client({}, []);
    expect(await client.next()).toMatchObject({ type: 'welcome' });
  });

  it('never negotiates compression', async () => {
    const client = await app.client({ perMessageDeflate: true });
    expect(client.socket.extensions).toBe('');
  });

  it('accepts the page of the same origin', async () => {
    const client = await app.client({ origin: app.url });
    expect(await client.next()).toMatchObject({ type: 'welcome' });
  });

  it('refuses the page of another origin with 403', async () => {
    expect(await refusal({ origin: 'https://evil.example' })).toBe(403);
  });

  it('refuses an origin that is no URL with 403', async () => {
    expect(await refusal({ origin: 'null' })).toBe(403);
  });

  it('accepts listed origins, and only those', async () => {
    await app.stop();
    app = await RunningApp.start({ allowedOrigins: ['https://ticker.example'] });
    const client = await app.client({ origin: 'https://ticker.example' });
    expect(await client.next()).toMatchObject({ type: 'welcome' });
    expect(await refusal({ origin: app.url })).toBe(403);
  });

  it('refuses new sockets with 503 while draining', async () => {
    app.sessions.draining = true;
    expect(await refusal({})).toBe(503);
  });

  it('answers a plain request with 426', async () => {
    const response = await fetch(`${app.url}/ws`);
    expect(response.status).toBe(426);
    expect(await response.json()).toMatchObject({ statusCode: 426, code: 'upgrade_required' });
  });
});

describe('welcome', () => {
  it('comes first, with version, process, time, heartbeat and limits', async () => {
    const client = await app.client();
    expect(await client.next()).toEqual({
      type: 'welcome',
      version: '1',
      process: 'test',
      time: expect.any(Number),
      heartbeatMs: 1000,
      limits: {
        history: 1000,
        since: 256,
        tickers: 100,
        messageBytes: 16_384,
        messageBurst: 100,
        messagesPerSecond: 10,
      },
    });
  });
});

describe('subscribe', () => {
  it('is answered by subscribed and an empty snapshot, then ticks as they come', async () => {
    const client = await app.greeted();
    client.send({ type: 'subscribe', id: 7, tickers: ['PIP'] });
    expect(await client.next()).toEqual({
      type: 'subscribed',
      id: 7,
      tickers: ['PIP'],
      mode: 'all',
      resumed: false,
    });
    expect(await client.next()).toEqual({ type: 'snapshot', id: 7, ticks: [] });
    const ticks = app.publish(2);
    expect(await client.expect('ticks')).toEqual({ type: 'ticks', ticks, conflated: 0 });
  });

  it('brings only the tickers asked for', async () => {
    const client = await app.greeted();
    client.send({ type: 'subscribe', id: 1, tickers: ['ACME'] });
    await client.expect('subscribed');
    await client.expect('snapshot');
    app.publish(3, 'PIP');
    const [tick] = app.publish(1, 'ACME');
    expect(await client.expect('ticks')).toEqual({ type: 'ticks', ticks: [tick], conflated: 0 });
  });

  it('with "*" brings every ticker', async () => {
    const client = await app.greeted();
    client.send({ type: 'subscribe', id: 1, tickers: ['*', 'PIP'] });
    expect(await client.next()).toMatchObject({ type: 'subscribed', tickers: ['*'] });
    await client.expect('snapshot');
    const ticks = [...app.publish(1, 'PIP'), ...app.publish(1, 'NEW')];
    expect(await client.ticks(2)).toEqual(ticks);
  });

  it('with history brings the newest ticks, oldest first, and goes on exactly after them', async () => {
    const old = app.publish(10);
    const client = await app.greeted();
    client.send({ type: 'subscribe', id: 1, tickers: ['PIP'], history: 4 });
    await client.expect('subscribed');
    expect(await client.next()).toEqual({ type: 'snapshot', id: 1, ticks: old.slice(-4) });
    const next = app.publish(1);
    expect(await client.ticks(1)).toEqual(next);
  });

  it('with history counts across the tickers, and finds those of a quiet one', async () => {
    const [quiet] = app.publish(1, 'ACME');
    const busy = app.publish(5, 'PIP');
    const client = await app.greeted();
    client.send({ type: 'subscribe', id: 1, tickers: ['ACME', 'PIP'], history: 6 });
    await client.expect('subscribed');
    expect((await client.expect('snapshot')).ticks).toEqual([quiet, ...busy]);
  });

  it('again to a ticker replaces its mode, and sends nothing twice', async () => {
    const client = await app.greeted();
    client.send({ type: 'subscribe', id: 1, tickers: ['PIP'] });
    await client.expect('subscribed');
    await client.expect('snapshot');
    app.publish(3);
    await client.ticks(3);
    client.send({ type: 'subscribe', id: 2, tickers: ['PIP'], mode: 'latest', history: 10 });
    expect(await client.next()).toMatchObject({ type: 'subscribed', id: 2, mode: 'latest' });
    expect(await client.next()).toEqual({ type: 'snapshot', id: 2, ticks: [] });
  });

  it('to a name under "*" changes nothing: "*" has absorbed it', async () => {
    const client = await app.greeted();
    client.send({ type: 'subscribe', id: 1, tickers: ['*'] });
    client.send({ type: 'subscribe', id: 2, tickers: ['PIP'], mode: 'latest' });
    await client.expect('subscribed');
    await client.expect('snapshot');
    expect(await client.next()).toMatchObject({ type: 'subscribed', id: 2, mode: 'all' });
  });

  it('to more than a hundred tickers is refused with too_many', async () => {
    const client = await app.greeted();
    const names = (from: number): string[] => Array.from({ length: 100 }, (_, n) => `T${from + n}`);
    client.send({ type: 'subscribe', id: 1, tickers: names(0) });
    client.send({ type: 'subscribe', id: 2, tickers: ['ONE.MORE'] });
    await client.expect('subscribed');
    await client.expect('snapshot');
    expect(await client.next()).toMatchObject({ type: 'error', id: 2, code: 'too_many' });
  });
});

describe('since', () => {
  it('resumes after the last of the ids that the client had', async () => {
    const old = app.publish(300);
    const client = await app.greeted();
    const since = old.slice(100, 200).map(({ id }) => id);
    client.send({ type: 'subscribe', id: 1, tickers: ['PIP'], since, history: 50 });
    expect(await client.next()).toMatchObject({ type: 'subscribed', resumed: true });
    // A full list is exact but for the 128 positions before its newest, of which it lists a hundred.
    expect(await client.ticks(128)).toEqual([...old.slice(72, 100), ...old.slice(200)]);
  });

  it('takes one id alone, then may repeat up to 127 ticks', async () => {
    const old = app.publish(300);
    const client = await app.greeted();
    client.send({ type: 'subscribe', id: 1, tickers: ['PIP'], since: old[199]!.id });
    await client.expect('subscribed');
    expect(await client.ticks(227)).toEqual([...old.slice(72, 199), ...old.slice(200)]);
  });

  it('goes on with what comes after the resumed ticks', async () => {
    const old = app.publish(5);
    const client = await app.greeted();
    client.send({ type: 'subscribe', id: 1, tickers: ['PIP'], since: old.map(({ id }) => id) });
    await client.expect('subscribed');
    const next = app.publish(1);
    expect(await client.ticks(1)).toEqual(next);
  });

  it('with an unknown id is answered by a gap, then a snapshot', async () => {
    const old = app.publish(3);
    const client = await app.greeted();
    client.send({ type: 'subscribe', id: 1, tickers: ['PIP'], since: 'nobody', history: 2 });
    expect(await client.next()).toMatchObject({ type: 'subscribed', resumed: false });
    expect(await client.next()).toEqual({ type: 'gap', reason: 'history_exceeded', missed: null });
    expect(await client.next()).toEqual({ type: 'snapshot', id: 1, ticks: old.slice(1) });
  });

  it('waits for a tick that exists but has not reached this process yet', async () => {
    app.existing.add('t0');
    const asked = new Promise((resolve) => (app.onLookup = resolve));
    const client = await app.greeted();
    client.send({ type: 'subscribe', id: 1, tickers: ['PIP'], since: 't0' });
    client.send({ type: 'unsubscribe', id: 2, tickers: ['ACME'] });
    expect(await asked).toBe('t0');
    app.publish(1);
    expect(await client.next()).toMatchObject({ type: 'subscribed', id: 1, resumed: true });
    // What came behind it kept its place.
    expect(await client.next()).toMatchObject({ type: 'unsubscribed', id: 2 });
  });

  it('in latest mode brings the newest tick of each ticker since', async () => {
    const old = app.publish(4, 'PIP');
    const acme = app.publish(3, 'ACME');
    const client = await app.greeted();
    client.send({ type: 'subscribe', id: 1, tickers: ['*'], mode: 'latest', since: old[1]!.id });
    await client.expect('subscribed');
    expect(await client.next()).toEqual({ type: 'ticks', ticks: [old[3], acme[2]], conflated: 3 });
  });
});

describe('unsubscribe', () => {
  it('stops the ticks of these tickers', async () => {
    const client = await app.greeted();
    client.send({ type: 'subscribe', id: 1, tickers: ['PIP', 'ACME'] });
    await client.expect('subscribed');
    await client.expect('snapshot');
    client.send({ type: 'unsubscribe', id: 2, tickers: ['PIP'] });
    expect(await client.next()).toEqual({ type: 'unsubscribed', id: 2, tickers: ['PIP'] });
    app.publish(1, 'PIP');
    const [tick] = app.publish(1, 'ACME');
    expect(await client.ticks(1)).toEqual([tick]);
  });

  it('of a name out of "*" is a bad request', async () => {
    const client = await app.greeted();
    client.send({ type: 'subscribe', id: 1, tickers: ['*'] });
    await client.expect('subscribed');
    await client.expect('snapshot');
    client.send({ type: 'unsubscribe', id: 2, tickers: ['PIP'] });
    expect(await client.next()).toMatchObject({ type: 'error', id: 2, code: 'bad_request' });
  });

  it('and subscribing again sends nothing twice', async () => {
    const client = await app.greeted();
    client.send({ type: 'subscribe', id: 1, tickers: ['PIP'] });
    await client.expect('subscribed');
    await client.expect('snapshot');
    app.publish(2);
    await client.ticks(2);
    client.send({ type: 'unsubscribe', id: 2, tickers: ['*'] });
    await client.expect('unsubscribed');
    const missed = app.publish(2);
    client.send({ type: 'subscribe', id: 3, tickers: ['PIP'], history: 100 });
    await client.expect('subscribed');
    expect((await client.expect('snapshot')).ticks).toEqual(missed);
  });
});

describe('gap', () => {
  it('upstream comes before the next tick, with an empty snapshot, and the stream goes on', async () => {
    const client = await app.greeted();
    client.send({ type: 'subscribe', id: 1, tickers: ['PIP'] });
    await client.expect('subscribed');
    await client.expect('snapshot');
    const before = app.publish(1);
    expect(await client.ticks(1)).toEqual(before);
    app.hub.gap(false);
    const after = app.publish(1);
    expect(await client.next()).toEqual({ type: 'gap', reason: 'upstream', missed: null });
    expect(await client.next()).toEqual({ type: 'snapshot', id: null, ticks: [] });
    expect(await client.ticks(1)).toEqual(after);
  });

  it('slow_consumer counts exactly what a reader missed that the ring has overtaken', async () => {
    await app.stop();
    app = await RunningApp.start({ capacity: 50_000 });
    const client = await app.greeted();
    client.send({ type: 'subscribe', id: 1, tickers: ['PIP'], history: 100 });
    await client.expect('subscribed');
    await client.expect('snapshot');
    client.socket.pause();
    // More than the kernel's buffers and ours hold, so that the server stops reading for it.
    let published = 0;
    while (app.hub.backlog.next < 600_000) {
      published += app.publish(500).length;
      // Lets the server write: what it may not do is let it pile up.
      await nextTurn();
    }
    client.socket.resume();
    let received = 0;
    let missed = 0;
    let gaps = 0;
    while (received + missed < published) {
      const message = await client.next();
      if (message.type === 'ticks' || message.type === 'snapshot') received += message.ticks.length;
      if (message.type !== 'gap') continue;
      expect(message).toMatchObject({ reason: 'slow_consumer' });
      gaps++;
      missed += message.missed!;
    }
    expect(gaps).toBeGreaterThan(0);
    expect(received + missed).toBe(published);
  });
});

describe('Bad messages', () => {
  it.each([
    ['not JSON', 'hello', null],
    ['not an object', '[1]', null],
    ['a type that is not known', '{"type":"publish","id":4}', 4],
    ['a field that is missing', '{"type":"subscribe","id":5}', 5],
    ['a ticker that is none', '{"type":"subscribe","id":6,"tickers":["a b"]}', 6],
    ['a history over the limit', '{"type":"subscribe","id":7,"tickers":["PIP"],"history":1001}', 7],
    ['an id that is no number', '{"type":"unsubscribe","id":"x","tickers":["PIP"]}', null],
    ['__proto__ as a type', '{"type":"__proto__","id":8}', 8],
  ])('%s: error bad_request, which echoes the id', async (_name, text, id) => {
    const client = await app.greeted();
    client.socket.send(text);
    expect(await client.next()).toEqual({
      type: 'error',
      id,
      code: 'bad_request',
      message: expect.any(String),
    });
  });

  it('fields that are not known are ignored', async () => {
    const client = await app.greeted();
    client.socket.send('{"type":"subscribe","id":1,"tickers":["PIP"],"colour":"blue"}');
    expect(await client.next()).toMatchObject({ type: 'subscribed' });
  });

  it('five of them close the socket with 4400', async () => {
    const client = await app.greeted();
    for (let n = 0; n < Limits.badMessages; n++) client.socket.send('?');
    expect(await client.closed).toMatchObject({ code: CloseCode.BadMessages });
  });

  it('a binary message counts as one', async () => {
    const client = await app.greeted();
    client.socket.send(Buffer.from([1, 2, 3]));
    expect(await client.next()).toMatchObject({ type: 'error', code: 'bad_request' });
  });

  it('one over 16 KiB closes the socket with 1009', async () => {
    const client = await app.greeted();
    client.socket.send('x'.repeat(Limits.messageBytes + 1));
    expect(await client.closed).toMatchObject({ code: 1009 });
  });

  it('invalid UTF-8 closes the socket with 1007', async () => {
    const client = await app.greeted();
    client.socket.send(Buffer.from([0xff, 0xfe]), { binary: false });
    expect(await client.closed).toMatchObject({ code: 1007 });
  });
});

describe('shutdown', () => {
  it('says when to come back, then closes with 1012', async () => {
    const client = await app.greeted();
    await app.sessions.drain();
    expect(await client.expect('shutdown')).toEqual({
      type: 'shutdown',
      reconnectAfterMs: expect.any(Number),
    });
    expect(await client.closed).toMatchObject({ code: CloseCode.Restart });
  });

  it('comes to a socket too whose token was still looked at when the drain began', async () => {
    let verified = (): void => {};
    let asked = (): void => {};
    const asking = new Promise<void>((resolve) => (asked = resolve));
    await app.stop();
    app = await RunningApp.start({
      verify: () => {
        asked();
        return new Promise((resolve) => {
          verified = () => resolve(OPEN);
        });
      },
    });
    const opening = app.client({}, [SUBPROTOCOL, 'bearer.token']);
    await asking;
    await app.sessions.drain();
    verified();
    const client = await opening;
    await client.expect('welcome');
    await client.expect('shutdown');
    expect(await client.closed).toMatchObject({ code: CloseCode.Restart });
  });
});

describe('HTTP', () => {
  it('is healthy while it runs, and ready once the first fill is done', async () => {
    app.filled = false;
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${app.url}/readyz`)).status).toBe(503);
    app.filled = true;
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
    app.sessions.draining = true;
    expect((await fetch(`${app.url}/readyz`)).status).toBe(503);
  });

  it('answers errors with statusCode, code, error and message, and no stack', async () => {
    expect(await (await fetch(`${app.url}/nothing?secret=1`)).json()).toEqual({
      statusCode: 404,
      code: 'not_found',
      error: 'Not Found',
      message: 'there is nothing at GET /nothing',
    });
    const failed = await (await fetch(`${app.url}/api/status`)).json();
    expect(failed).toEqual({
      statusCode: 500,
      code: 'internal',
      error: 'Internal Server Error',
      message: expect.any(String),
    });
  });

  it('survives a handshake that breaks off half way', async () => {
    const { port } = new URL(app.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n');
    await once(socket, 'connect');
    socket.destroy();
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  });
});
