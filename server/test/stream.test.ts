import { request } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RunningApp } from './running-app.ts';
import { StreamClient } from './stream-client.ts';

// PROTOCOL.md, "The stream". Real server, real connections.

let app: RunningApp;
const clients: StreamClient[] = [];

beforeEach(async () => {
  app = await RunningApp.start({ capacity: 1_000 });
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await app.stop();
});

async function stream(query = '', headers: Record<string, string> = {}): Promise<StreamClient> {
  const client = await StreamClient.open(`${app.url}/api/stream${query}`, headers);
  clients.push(client);
  return client;
}

describe('The stream', () => {
  it('is of text/event-stream, and neither stored nor held back', async () => {
    const { status, headers } = await stream();
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/event-stream');
    expect(headers['cache-control']).toBe('no-store, no-transform');
    expect(headers['x-accel-buffering']).toBe('no');
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('begins with when to come back, different for each, and a snapshot, even an empty one', async () => {
    const client = await stream();
    const { retry } = await client.next();
    expect(Number(retry)).toBeGreaterThanOrEqual(500);
    expect(Number(retry)).toBeLessThanOrEqual(3_000);
    expect(await client.expect('snapshot')).toEqual({ event: 'snapshot', data: { ticks: [] } });
  });

  it('brings each tick as an event of its own, with its id', async () => {
    const client = await stream('?ticker=PIP');
    await client.expect('snapshot');
    const [one, two] = app.publish(2);
    expect(await client.expect('tick')).toEqual({ event: 'tick', id: one!.id, data: one });
    expect(await client.expect('tick')).toEqual({ event: 'tick', id: two!.id, data: two });
  });

  it('brings only the tickers asked for, separated by commas; all without', async () => {
    const some = await stream('?ticker=PIP,ACME');
    const every = await stream();
    await Promise.all([some.expect('snapshot'), every.expect('snapshot')]);
    const ticks = ['OTHER', 'PIP', 'ACME'].flatMap((ticker) => app.publish(1, ticker));
    expect(await some.ticks(2)).toEqual(ticks.slice(1));
    expect(await every.ticks(3)).toEqual(ticks);
  });

  it('with history begins with the newest ticks, and the id of the last', async () => {
    const old = app.publish(10);
    const client = await stream('?history=4');
    const ticks = old.slice(-4);
    expect(await client.expect('snapshot')).toEqual({ event: 'snapshot', id: ticks[3]!.id, data: { ticks } });
  });

  it('in mode latest tells with a tick how many were skipped before it', async () => {
    const client = await stream('?mode=latest');
    await client.expect('snapshot');
    // One flush: the hub waits for a millisecond after the first.
    app.publish(1);
    const ticks = app.publish(5);
    await client.expect('tick');
    expect(await client.expect('tick')).toEqual({
      event: 'tick',
      id: ticks[4]!.id,
      data: { ...ticks[4], conflated: 4 },
    });
  });

  it('sends the newest id alone after a second without an event, of another ticker too', async () => {
    const client = await stream('?ticker=PIP');
    await client.expect('snapshot');
    const [other] = app.publish(1, 'ACME');
    expect(await client.next()).toEqual({ id: other!.id });
  });

  it('sends a comment while there is no id: an empty id would make the client forget its own', async () => {
    const client = await stream();
    await client.expect('snapshot');
    expect(await client.next()).toEqual({});
    expect(client.text).toMatch(/\n\n:\n\n$/);
  });
});

describe('Last-Event-ID', () => {
  it('goes on after the tick, and may repeat but never omits one', async () => {
    const ticks = app.publish(300);
    const client = await stream('', { 'last-event-id': ticks[199]!.id });
    const got = await client.ticks(227);
    // 128 positions back, since another process may have had another order; the named one is left out.
    expect(got).toEqual([...ticks.slice(72, 199), ...ticks.slice(200)]);
  });

  it('that is not found: gap history_exceeded, then a snapshot', async () => {
    const ticks = app.publish(5);
    const client = await stream('?history=2', { 'last-event-id': 'gone' });
    expect(await client.expect('gap')).toEqual({
      event: 'gap',
      data: { reason: 'history_exceeded', missed: null },
    });
    expect((await client.expect('snapshot')).data).toEqual({ ticks: ticks.slice(-2) });
  });

  it('that the primary has, but is not here yet, is waited for', async () => {
    app.existing.add('t2');
    const asked = new Promise((resolve) => (app.onLookup = resolve));
    const client = await stream('', { 'last-event-id': 't2' });
    expect(await asked).toBe('t2');
    const ticks = app.publish(4);
    expect(await client.ticks(3)).toEqual([ticks[0], ticks[1], ticks[3]]);
  });

  it('that is empty counts as none', async () => {
    const client = await stream('', { 'last-event-id': '' });
    expect(await client.expect('snapshot')).toMatchObject({ data: { ticks: [] } });
  });

  it('over 200 characters is refused with 400', async () => {
    expect((await stream('', { 'last-event-id': 'x'.repeat(201) })).status).toBe(400);
  });
});

describe('A stream that ends', () => {
  it('says on shutdown when to come back, in a way that an EventSource obeys', async () => {
    const client = await stream();
    await client.expect('snapshot');
    const draining = app.sessions.drain();
    const event = await client.expect('shutdown');
    expect(Number(event.retry)).toBe(event.data.reconnectAfterMs);
    await client.ended;
    await draining;
    expect((await stream()).status).toBe(503);
  });

  it('leaves the hub when its reader has gone', async () => {
    const client = await stream();
    await client.expect('snapshot');
    expect(app.hub.subscribers).toBe(1);
    const left = app.left();
    client.close();
    await left;
    expect(app.hub.subscribers).toBe(0);
  });

  it('tells a reader that the ring has overtaken what it missed, and keeps no queue for it', async () => {
    const client = await stream('?history=1');
    await client.expect('snapshot');
    client.response.pause();
    let sent = 0;
    // Until the server has stopped writing: the kernel's buffers and ours are full.
    for (let idle = 0, written = 0; idle < 10; written = app.tallies.sse.bytes) {
      sent += app.publish(500).length;
      await nextTurn();
      idle = app.tallies.sse.bytes === written ? idle + 1 : 0;
    }
    client.response.resume();
    let received = 0;
    let missed = 0;
    while (received + missed < sent) {
      const { event, data } = await client.next();
      if (event === 'tick') received++;
      if (event === 'snapshot') received += data.ticks.length;
      if (event !== 'gap') continue;
      expect(data).toMatchObject({ reason: 'slow_consumer' });
      missed += data.missed;
    }
    expect(missed).toBeGreaterThan(0);
    expect(received + missed).toBe(sent);
  });
});

describe('Refused with 400 is', () => {
  it.each([
    ['a ticker that is none', '?ticker=a/b', 'ticker'],
    ['an empty ticker', '?ticker=', 'ticker'],
    ['an empty name in the list', '?ticker=PIP,', 'ticker'],
    ['more than 100 tickers', `?ticker=${Array.from({ length: 101 }, (_, n) => `T${n}`).join()}`, 'ticker'],
    ['a mode that is not known', '?mode=some', 'mode'],
    ['a negative history', '?history=-1', 'history'],
    ['a history over 1000', '?history=1001', 'history'],
    ['a history that is no number', '?history=many', 'history'],
    ['a parameter that is not known', '?tickers=PIP', 'tickers'],
    ['a parameter that comes twice', '?history=1&history=2', 'history'],
  ])('%s', async (_what, query, named) => {
    const response = await fetch(`${app.url}/api/stream${query}`);
    expect(response.status).toBe(400);
    const body = (await response.json()) as { message: string };
    expect(body).toMatchObject({ statusCode: 400, code: 'bad_request', error: 'Bad Request' });
    expect(body.message).toContain(named);
  });

  it('HEAD has no stream to begin', async () => {
    const status = await new Promise((resolve) =>
      request(`${app.url}/api/stream`, { method: 'HEAD' }, (response) => resolve(response.statusCode)).end(),
    );
    expect(status).toBe(405);
    expect(app.hub.subscribers).toBe(0);
  });
});
