import { on, once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { CloseCode } from '@ticker/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { SocketTransport } from '../../src/session/socket-transport.ts';
import { Tally } from '../../src/session/tally.ts';

// A real socket, without the server around it.

let server: WebSocketServer;
let client: WebSocket;
let socket: WebSocket;
let raw: Socket;
let tally: Tally;
let transport: SocketTransport;

beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [[accepted, request]] = await Promise.all([once(server, 'connection'), once(client, 'open')]);
  socket = accepted as WebSocket;
  raw = (request as { socket: Socket }).socket;
  tally = new Tally('websocket');
  transport = new SocketTransport(socket, raw, tally);
});
afterEach(() => {
  client.terminate();
  socket.terminate();
  server.close();
});

const heartbeat = { type: 'heartbeat', time: 1, last: 'é' } as const;
const batchOf = (bytes: number) => ({
  ticks: [{ id: 'x'.repeat(bytes), time: 1, ticker: 'PIP', price: 2 }],
  conflated: 0,
});

describe('A socket', () => {
  it('brings messages and batches in their order, and counts them', async () => {
    const batch = batchOf(1);
    const messages = on(client, 'message');
    transport.send(heartbeat);
    transport.sendBatch(batch);
    const [first] = (await messages.next()).value as [Buffer];
    const [second] = (await messages.next()).value as [Buffer];
    expect(JSON.parse(first.toString())).toEqual(heartbeat);
    expect(JSON.parse(second.toString())).toEqual({ type: 'ticks', ...batch });
    // A prepared frame is counted with its header of two bytes.
    expect([tally.frames, tally.bytes]).toEqual([2, first.length + second.length + 2]);
  });

  it('can take no more while 64 KiB wait in the process, which its peer has not taken', async () => {
    const before = transport.taken;
    expect(transport.writable).toBe(true);
    raw.cork();
    transport.sendBatch(batchOf(60 * 1024));
    expect(transport.writable).toBe(true);
    transport.sendBatch(batchOf(5 * 1024));
    expect(transport.writable).toBe(false);
    expect(transport.taken).toBe(before);
    raw.uncork();
    await once(raw, 'drain');
    expect(transport.writable).toBe(true);
    expect(transport.taken - before).toBe(tally.bytes);
  });

  it('is not read from while it is paused', async () => {
    transport.pause();
    transport.pause();
    expect(socket.isPaused).toBe(true);
    transport.resume();
    expect(socket.isPaused).toBe(false);
    transport.pause();
    expect(socket.isPaused).toBe(true);
    transport.resume();
    transport.resume();
    client.send('after');
    const [text] = (await once(socket, 'message')) as [Buffer];
    expect(text.toString()).toBe('after');
  });

  it('asks its peer for a sign of life', async () => {
    expect(transport.ping()).toBe(true);
    await once(socket, 'pong');
  });
});

describe('A socket that is closed', () => {
  it('tells its peer why, though it was paused, and hears the answer', async () => {
    transport.pause();
    transport.close(CloseCode.Restart, 'the server restarts');
    const [[code, reason]] = await Promise.all([once(client, 'close'), once(socket, 'close')]);
    expect([code, String(reason)]).toEqual([CloseCode.Restart, 'the server restarts']);
  });

  it('is not read from any more where its peer sends too much', () => {
    transport.close(CloseCode.TooMany, 'too many messages', true);
    expect(socket.isPaused).toBe(true);
  });

  it('takes nothing, and nothing is counted', async () => {
    transport.close(CloseCode.Slow, 'slow');
    expect(transport.writable).toBe(false);
    const { bytesWritten } = raw;
    transport.send(heartbeat);
    transport.sendBatch(batchOf(1));
    expect(transport.ping()).toBe(true);
    transport.pause();
    expect(socket.isPaused).toBe(false);
    expect(raw.bytesWritten).toBe(bytesWritten);
    expect(tally.frames).toBe(0);
  });

  it('may be dropped without a word', async () => {
    transport.terminate();
    const [code] = await once(client, 'close');
    expect(code).toBe(1006);
  });
});
