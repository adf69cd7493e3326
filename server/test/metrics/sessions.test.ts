import { setImmediate as nextTurn } from 'node:timers/promises';
import { CloseCode, Limits } from '@ticker/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { textFrame } from '../../src/session/frame.ts';
import type { RawClient } from '../raw-client.ts';
import { RunningApp } from '../running-app.ts';
import { StreamClient } from '../stream-client.ts';
import { Page } from './page.ts';

let app: RunningApp;
const streams: StreamClient[] = [];

beforeEach(async () => {
  app = await RunningApp.start();
});
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  await app.stop();
});

const page = (): Promise<Page> => Page.of(app.url);

/** A client that reads PIP in a mode. */
async function subscribed(mode: 'all' | 'latest' = 'all', tickers = ['PIP']): Promise<RawClient> {
  const client = await app.greeted();
  client.send({ type: 'subscribe', id: 1, tickers, mode, history: 1 });
  await client.expect('subscribed');
  await client.expect('snapshot');
  return client;
}

async function stream(query = 'ticker=PIP'): Promise<StreamClient> {
  const client = await StreamClient.open(`${app.url}/api/stream?${query}`);
  streams.push(client);
  await client.expect('snapshot');
  return client;
}

describe('ticker_subscribers', () => {
  it('counts sessions by transport and mode', async () => {
    await app.greeted();
    await subscribed('all');
    await subscribed('all');
    await subscribed('latest');
    const mixed = await subscribed('latest');
    mixed.send({ type: 'subscribe', id: 2, tickers: ['ACME'], mode: 'all' });
    await mixed.expect('subscribed');
    await stream();
    await stream('mode=latest');
    expect((await page()).values('ticker_subscribers')).toEqual({
      'websocket all': 2,
      'websocket latest': 1,
      'websocket mixed': 1,
      'websocket none': 1,
      'sse all': 1,
      'sse latest': 1,
      'sse mixed': 0,
      'sse none': 0,
    });
  });

  it('follows a change of mode, an unsubscribe, and a client that goes', async () => {
    const client = await subscribed('all');
    client.send({ type: 'subscribe', id: 2, tickers: ['PIP'], mode: 'latest' });
    await client.expect('subscribed');
    expect((await page()).values('ticker_subscribers')).toMatchObject({
      'websocket all': 0,
      'websocket latest': 1,
    });
    client.send({ type: 'unsubscribe', id: 3, tickers: ['PIP'] });
    await client.expect('snapshot');
    await client.expect('unsubscribed');
    expect((await page()).values('ticker_subscribers')).toMatchObject({
      'websocket latest': 0,
      'websocket none': 1,
    });
    const left = app.left();
    client.close();
    await left;
    await nextTurn();
    expect((await page()).values('ticker_subscribers')).toMatchObject({ 'websocket none': 0 });
  });
});

describe('Frames and bytes', () => {
  it('of a socket are counted as they are written', async () => {
    // The clock stands, so that no heartbeat comes between.
    const now = Date.now();
    app.now = () => now;
    const client = await subscribed();
    const before = await page();
    // welcome, subscribed, snapshot
    expect(before.values('ticker_frames_sent_total')).toEqual({ websocket: 3, sse: 0 });
    const ticks = app.publish(10);
    await client.ticks(10);
    const after = await page();
    expect(after.values('ticker_frames_sent_total')).toEqual({ websocket: 4, sse: 0 });
    const frame = textFrame(JSON.stringify({ type: 'ticks', ticks, conflated: 0 }));
    const sent = { transport: 'websocket' };
    expect(after.value('ticker_sent_bytes_total', sent)).toBe(
      before.value('ticker_sent_bytes_total', sent)! + frame.length,
    );
  });

  it('of a stream are those that its reader gets', async () => {
    const now = Date.now();
    app.now = () => now;
    const client = await stream();
    app.publish(5);
    await client.ticks(5);
    const after = await page();
    // retry, snapshot, ticks; subscribed has no event
    expect(after.values('ticker_frames_sent_total')).toEqual({ websocket: 0, sse: 3 });
    expect(after.values('ticker_sent_bytes_total')).toEqual({
      websocket: 0,
      sse: Buffer.byteLength(client.text),
    });
  });
});

describe('ticker_gaps_total', () => {
  it('counts a resume that was not possible, and ticks that the server itself may lack', async () => {
    expect(Object.values((await page()).values('ticker_gaps_total'))).toEqual([0, 0, 0, 0, 0, 0]);
    const client = await app.greeted();
    client.send({ type: 'subscribe', id: 1, tickers: ['PIP'], since: ['gone'] });
    await client.expect('subscribed');
    await client.expect('gap');
    await client.expect('snapshot');
    app.publish(1);
    await client.ticks(1);
    app.hub.gap(false);
    app.publish(1);
    await client.expect('gap');
    expect((await page()).values('ticker_gaps_total')).toEqual({
      'websocket history_exceeded': 1,
      'websocket slow_consumer': 0,
      'websocket upstream': 1,
      'sse history_exceeded': 0,
      'sse slow_consumer': 0,
      'sse upstream': 0,
    });
  });
});

describe('ticker_slow_consumers_total', () => {
  beforeEach(async () => {
    await app.stop();
    app = await RunningApp.start({ capacity: 1_000 });
  });

  /** A client that takes nothing, and for which the server has stopped to write. */
  async function stuck(): Promise<RawClient> {
    const client = await subscribed();
    client.socket.pause();
    const { websocket } = app.tallies;
    for (let bytes = -1; bytes !== websocket.bytes;) {
      bytes = websocket.bytes;
      for (let n = 0; n < 20; n++) {
        app.publish(500);
        await nextTurn();
      }
    }
    return client;
  }

  it('counts readers that the ring has overtaken', async () => {
    const client = await stuck();
    const [last] = app.publish(1);
    client.socket.resume();
    let gaps = 0;
    for (let read: string | undefined; read !== last!.id;) {
      const message = await client.next();
      if (message.type === 'gap') gaps++;
      if (message.type === 'ticks' || message.type === 'snapshot') read = message.ticks.at(-1)?.id;
    }
    expect(gaps).toBeGreaterThan(0);
    expect((await page()).values('ticker_slow_consumers_total')).toEqual({
      'websocket overtaken': gaps,
      'websocket closed': 0,
      'sse overtaken': 0,
      'sse closed': 0,
    });
  });

  it('counts readers that are closed because they take nothing', async () => {
    await stuck();
    const left = app.left();
    // Each look of the session at the clock is 11 s after the one before.
    let now = Date.now();
    app.now = () => (now += 11_000);
    await left;
    const after = await page();
    expect(after.value('ticker_slow_consumers_total', { transport: 'websocket', outcome: 'closed' })).toBe(1);
    expect(after.value('ticker_sessions_closed_total', { transport: 'websocket', code: '4008' })).toBe(1);
  });
});

describe('ticker_sessions_opened_total, ticker_sessions_closed_total', () => {
  it('count by transport, and by the code that the server closed with', async () => {
    const before = await page();
    const codes = Object.values(CloseCode);
    expect(Object.keys(before.values('ticker_sessions_closed_total'))).toEqual(
      ['websocket', 'sse'].flatMap((transport) => codes.map((code) => `${transport} ${code}`)),
    );
    const client = await app.greeted();
    for (let n = 0; n < Limits.badMessages; n++) client.socket.send('?');
    await client.closed;
    const loud = await app.greeted();
    for (let n = 0; n <= Limits.messageBurst; n++) {
      loud.send({ type: 'unsubscribe', id: n, tickers: ['PIP'] });
    }
    expect(await loud.closed).toMatchObject({ code: CloseCode.TooMany });
    await stream();
    const after = await page();
    expect(after.values('ticker_sessions_opened_total')).toEqual({ websocket: 2, sse: 1 });
    const closed = after.values('ticker_sessions_closed_total');
    expect(Object.entries(closed).filter(([, count]) => count > 0)).toEqual([
      ['websocket 4400', 1],
      ['websocket 4429', 1],
    ]);
  });
});

describe('ticker_bad_messages_total', () => {
  it('counts what could not be understood, and nothing else', async () => {
    const client = await app.greeted();
    client.socket.send('{"type":"publish"}');
    await client.expect('error');
    client.socket.send(Buffer.from('{}'), { binary: true });
    await client.expect('error');
    client.send({ type: 'subscribe', id: 1, tickers: ['PIP'] });
    await client.expect('subscribed');
    expect((await page()).values('ticker_bad_messages_total')).toEqual({ websocket: 2, sse: 0 });
  });
});

describe('ticker_draining', () => {
  it('is 1 from the moment that the process begins to stop', async () => {
    expect((await page()).value('ticker_draining')).toBe(0);
    await app.sessions.drain();
    expect((await page()).value('ticker_draining')).toBe(1);
  });
});

describe('Ticks and the backlog', () => {
  it('are counted as they come, and as they are held', async () => {
    await app.stop();
    app = await RunningApp.start({ capacity: 100 });
    app.publish(30);
    expect((await page()).value('ticker_backlog_ticks')).toBe(30);
    app.publish(100);
    const after = await page();
    expect(after.value('ticker_ticks_received_total')).toBe(130);
    expect(after.value('ticker_backlog_ticks')).toBe(100);
    expect(after.value('ticker_backlog_capacity_ticks')).toBe(100);
  });
});
