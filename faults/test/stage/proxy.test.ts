import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Proxy } from '../../src/stage/proxy.ts';

let echo: Server;
let proxy: Proxy;
/** The far ends, as the program behind the proxy has them. */
let far: Socket[];

beforeEach(async () => {
  far = [];
  echo = createServer((socket) => {
    far.push(socket);
    socket.on('error', () => {}).pipe(socket);
  });
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  proxy = await Proxy.start((echo.address() as AddressInfo).port);
});
afterEach(async () => {
  await proxy.close();
  for (const socket of far) socket.destroy();
  echo.close();
});

async function open(): Promise<Socket> {
  const socket = connect(proxy.port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Not `once` of node:events, for which an error is the end of it. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

async function echoed(socket: Socket, text: string): Promise<string> {
  socket.write(text);
  const [data] = (await once(socket, 'data')) as [Buffer];
  return String(data);
}

describe('A network', () => {
  it('that is well carries both ways', async () => {
    expect(await echoed(await open(), 'a')).toBe('a');
  });

  it('that is cut ends connections on both sides, and takes no new ones', async () => {
    const socket = await open();
    await echoed(socket, 'a');
    const ended = [closed(socket), closed(far[0]!)];
    proxy.network = 'cut';
    await Promise.all(ended);
    const refused = connect(proxy.port, '127.0.0.1');
    refused.on('error', () => {});
    await closed(refused);
    proxy.network = 'well';
    expect(await echoed(await open(), 'b')).toBe('b');
  });

  it('that is stalled keeps what is sent, and hands it on when it is well again', async () => {
    const socket = await open();
    await echoed(socket, 'a');
    proxy.network = 'stalled';
    const late = await open();
    const answers = [echoed(socket, 'b'), echoed(late, 'c')];
    let answered = false;
    void Promise.race(answers).then(() => (answered = true));
    // What is well goes there and back meanwhile.
    const beside = await Proxy.start((echo.address() as AddressInfo).port);
    const other = connect(beside.port, '127.0.0.1');
    for (let n = 0; n < 20; n++) await echoed(other, 'x');
    expect(answered).toBe(false);
    proxy.network = 'well';
    expect(await Promise.all(answers)).toEqual(['b', 'c']);
    other.destroy();
    await beside.close();
  });

  it('that is slow loses nothing and keeps the order', async () => {
    const socket = await open();
    proxy.network = 'slow';
    let got = '';
    socket.on('data', (data) => (got += String(data)));
    const start = performance.now();
    for (const letter of 'abcdef') socket.write(letter);
    while (got.length < 6) await once(socket, 'data');
    expect(got).toBe('abcdef');
    expect(performance.now() - start).toBeGreaterThan(700);
  });

  it('that is half-open ends the far side alone; a new connection is well', async () => {
    const socket = await open();
    await echoed(socket, 'a');
    const ended = closed(far[0]!);
    let told = false;
    socket.on('close', () => (told = true));
    proxy.network = 'half-open';
    await ended;
    socket.write('into the void');
    expect(await echoed(await open(), 'b')).toBe('b');
    expect(told).toBe(false);
  });
});
