import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { RawClient } from './raw-client.ts';
import type { ServerProcess } from './server-process.ts';
import { CrewStage } from './workers/crew-stage.ts';

// A server that is told to end ends with 0 within 10 s, whatever those do who are connected.

const HANDSHAKE = [
  'GET /ws HTTP/1.1',
  'Host: localhost',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  '\r\n',
].join('\r\n');
const STREAM = 'GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n';
const BODY =
  'POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{';

let stage: CrewStage;
const open: Socket[] = [];

beforeEach(async () => {
  stage = await CrewStage.create(inject('uri'), 'test_stubborn');
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await stage.close();
});

/** Connects, says that, waits for the answer where there is one, and never says anything again. */
async function says(server: ServerProcess, text: string, answered = false): Promise<void> {
  const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', allowHalfOpen: true });
  open.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  if (answered) await once(socket, 'data');
}

/** Seconds in which it ended, with 0. */
async function ends(server: ServerProcess): Promise<number> {
  const at = performance.now();
  expect(await server.stop('SIGTERM')).toBe(0);
  return (performance.now() - at) / 1000;
}

describe.each([
  ['one process', '1'],
  ['two workers', '2'],
])('A server of %s ends with 0 within 10 s', (_processes, WORKERS) => {
  it('though there are half a head, half a handshake and half a body', async () => {
    const server = await stage.start({ WORKERS });
    await says(server, STREAM.slice(0, 20));
    await says(server, HANDSHAKE.slice(0, -20));
    await says(server, BODY);
    expect(await ends(server)).toBeLessThan(10);
  });

  it('though sockets and streams do not answer its end of the connection', async () => {
    const server = await stage.start({ WORKERS });
    await Promise.all([HANDSHAKE, HANDSHAKE, STREAM, STREAM].map((text) => says(server, text, true)));
    expect(await ends(server)).toBeLessThan(10);
  });

  it('though somebody has stopped reading, with more to read than networks hold', async () => {
    const server = await stage.start({ WORKERS });
    const client = await RawClient.open(server.url);
    await client.expect('welcome');
    client.send({ type: 'subscribe', id: 1, tickers: ['*'], history: 1 });
    await client.expect('subscribed');
    client.socket.pause();
    for (let n = 0; n < 60; n++) await stage.publish(1_000);
    expect(await ends(server)).toBeLessThan(10);
    client.close();
  });
});

it('A server by https ends with 0 within 10 s though somebody has not said a word of TLS', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ticker-'));
  const [TLS_CERT, TLS_KEY] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  try {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }]);
    writeFileSync(TLS_CERT, cert);
    writeFileSync(TLS_KEY, key);
    const server = await stage.start({ WORKERS: '1', TLS_CERT, TLS_KEY });
    await says(server, '');
    expect(await ends(server)).toBeLessThan(10);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
