import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StreamTransport } from '../../src/session/stream-transport.ts';
import { Tally } from '../../src/session/tally.ts';

// A real response, without the server around it.

let server: Server;
let response: ServerResponse;
let reader: IncomingMessage;
let tally: Tally;
let transport: StreamTransport;

beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const answered = once(get(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), 'response');
  [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  response.writeHead(200).flushHeaders();
  [reader] = (await answered) as [IncomingMessage];
  reader.setEncoding('utf8').on('error', () => {});
  tally = new Tally('sse');
  transport = new StreamTransport(response, tally, 700);
});
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

const heartbeat = { type: 'heartbeat', time: 1, last: 'é' } as const;
/** Its event has the id twice: as the event's own, and in the tick. */
const batchOf = (bytes: number) => ({
  ticks: [{ id: 'x'.repeat(bytes), time: 1, ticker: 'PIP', price: 2 }],
  conflated: 0,
});

describe('A stream', () => {
  it('brings messages and batches as events, and counts them', async () => {
    transport.send(heartbeat);
    transport.send({ type: 'shutdown', reconnectAfterMs: 5 });
    transport.sendBatch(batchOf(1));
    transport.close();
    const text = (await reader.toArray()).join('');
    expect(text).toMatch(/^id: é\n\nretry: 5\nevent: shutdown\n.+\n\nid: x\nevent: tick\n.+\n\n$/);
    expect([tally.frames, tally.bytes]).toEqual([3, Buffer.byteLength(text)]);
  });

  it('writes nothing for what is no event', () => {
    transport.send({ type: 'unsubscribed', id: 1, tickers: ['PIP'] });
    expect(tally.frames).toBe(0);
  });

  it('can take no more while 64 KiB wait in the process, which its reader has not taken', async () => {
    const before = transport.taken;
    expect(before).toBeGreaterThan(0);
    expect(transport.writable).toBe(true);
    response.socket!.cork();
    transport.sendBatch(batchOf(30 * 1024));
    await nextTurn();
    expect(transport.writable).toBe(true);
    transport.sendBatch(batchOf(3 * 1024));
    await nextTurn();
    expect(transport.writable).toBe(false);
    expect(transport.taken).toBe(before);
    response.socket!.uncork();
    reader.resume();
    await once(response, 'drain');
    expect(transport.writable).toBe(true);
    expect(transport.taken).toBeGreaterThan(before + 66 * 1024);
  });

  it('has no ping that its reader could answer', () => {
    expect(transport.ping()).toBe(false);
  });
});

describe('A stream that is closed', () => {
  it('takes nothing, and nothing is counted', () => {
    transport.close();
    expect(transport.writable).toBe(false);
    transport.send(heartbeat);
    transport.sendBatch(batchOf(1));
    expect(tally.frames).toBe(0);
  });

  it('is dropped where its reader has not taken the end after five seconds', () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    transport.close();
    vi.advanceTimersByTime(4_999);
    expect(response.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(response.destroyed).toBe(true);
  });

  it('may be dropped at once', async () => {
    transport.terminate();
    expect(transport.writable).toBe(false);
    transport.send(heartbeat);
    expect(tally.frames).toBe(0);
    await new Promise((resolve) => reader.once('close', resolve));
    expect(reader.complete).toBe(false);
    expect(transport.taken).toBeGreaterThanOrEqual(0);
  });
});
