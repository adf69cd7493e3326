import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { LIKE_HUB, LIKE_OURS, type Measured, SINGLE } from '../src/fan-out/measured.ts';
import { LOADS, plan } from '../src/fan-out/plan.ts';
import { findings } from '../src/fan-out/report.ts';
import { ClosedLoop } from '../src/load/closed-loop.ts';
import { packet } from '../src/load/dialect/mqtt.ts';
import { socketIo } from '../src/load/dialect/socket-io.ts';
import { TickCount } from '../src/load/tick-count.ts';
import { ticksMessage, wireTick } from '../src/load/tick-text.ts';
import { stampedTick } from '../src/measure/tick-stamp.ts';

const tick = stampedTick({ run: 1, publisher: 1, sequence: 1 });

describe('a closed loop', () => {
  function loopOf(order: { burst: number; inFlight: number }) {
    let bursts = 0;
    const loop = new ClosedLoop(2, order, () => bursts++);
    return { loop, bursts: () => bursts };
  }

  it('has as much under way as it may, and publishes when everybody has got a burst', () => {
    const { loop, bursts } = loopOf({ burst: 2, inFlight: 4 });
    expect(bursts()).toBe(2);
    loop.receive(0, 2);
    loop.receive(1, 1);
    expect(bursts()).toBe(2);
    loop.receive(1, 1);
    expect(bursts()).toBe(3);
  });

  it('is complete when everybody has what was published before it was closed', () => {
    const { loop, bursts } = loopOf({ burst: 1, inFlight: 1 });
    loop.close();
    loop.receive(0, 1);
    expect(loop.complete).toBe(false);
    loop.receive(1, 1);
    expect(loop.complete).toBe(true);
    expect(bursts()).toBe(1);
    expect(loop.result()).toMatchObject({ ticks: 1, frames: 2, deliveries: 2, lost: 0, doubled: 0 });
  });

  it('does not take what one got twice for what another lacks', () => {
    const { loop } = loopOf({ burst: 2, inFlight: 2 });
    loop.close();
    loop.receive(0, 3);
    loop.receive(1, 1);
    expect(loop.result()).toMatchObject({ lost: 1, doubled: 1 });
  });
});

describe('what clients count', () => {
  it.each([
    ['our protocol', ticksMessage([tick, tick, tick]), 3],
    ['Socket.IO', `42["tick",${JSON.stringify(wireTick(tick))}]`, 1],
    ['two NATS messages', `MSG PIP 1 9\r\n${JSON.stringify(wireTick(tick))}\r\n`.repeat(2), 2],
    ['a heartbeat', '{"type":"heartbeat","time":1,"last":null}', 0],
  ])('is each tick once: %s', (_protocol, text, ticks) => {
    const count = new TickCount();
    expect(count.of(Buffer.from(text))).toBe(ticks);
    expect(count.of(Buffer.from(text))).toBe(ticks);
  });

  it('is not mixed up by frames of the same length', () => {
    const count = new TickCount();
    const [one, none] = ['{"ticker":1}', '{"tuckor":1}'];
    expect([one, none, one].map((text) => count.of(Buffer.from(text)))).toEqual([1, 0, 1]);
  });
});

describe('a packet of MQTT', () => {
  // The standard's own examples of lengths (MQTT 3.1.1, table 2.4).
  it.each([
    [0, [0]],
    [127, [0x7f]],
    [128, [0x80, 0x01]],
    [16_383, [0xff, 0x7f]],
    [16_384, [0x80, 0x80, 0x01]],
  ])('has its length before it: %i', (length, bytes) => {
    expect([...packet(0x30, Buffer.alloc(length)).subarray(0, 1 + bytes.length)]).toEqual([0x30, ...bytes]);
  });
});

describe('a client of Socket.IO', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  it('is connected by the packets that it says, gets what is emitted, and answers pings', async () => {
    server = new Server({ serveClient: false, pingInterval: 100, pingTimeout: 100 });
    server.listen(0);
    const { port } = server.httpServer.address() as AddressInfo;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
    const greeted = new Promise<void>((resolve, reject) => {
      socket.once('open', () => socketIo.greet(socket).then(resolve, reject));
    });
    await greeted;
    const ping = once(socket, 'message') as Promise<[Buffer]>;
    expect(socketIo.answer!((await ping)[0])).toBe('3');
    socket.send('3');
    const event = once(socket, 'message') as Promise<[Buffer]>;
    server.emit('tick', wireTick(tick));
    expect(new TickCount().of((await event)[0])).toBe(1);
    socket.terminate();
  });
});

describe('the report', () => {
  const slice = (load: string, way: string, frames: number, ticksAFrame: number): Measured => ({
    load,
    way,
    fanned: {
      ticks: (frames * ticksAFrame) / 1_000,
      frames,
      deliveries: frames * ticksAFrame,
      seconds: 1,
      lost: 0,
      doubled: 0,
    },
    cpu: { server: 0.5, load: 0.5 },
  });
  const measuredOf = (hub: number, lost = 0): Measured[] =>
    LOADS.flatMap(({ name, burst }) => [
      slice(name, 'ours', 60_000, burst),
      slice(name, LIKE_OURS, 100_000, burst),
      slice(name, 'ours, the fan-out alone', hub, burst),
      slice(name, LIKE_HUB, 100_000, burst),
      slice(name, SINGLE, 100_000, 1),
      {
        ...slice(name, 'NATS', 30_000, 1),
        ...(lost && { fanned: { ...slice(name, '', 1, 1).fanned, lost } }),
      },
    ]);
  const report = (hub: number, lost = 0) =>
    findings({
      plan: plan({ level: 'quick' }),
      measured: measuredOf(hub, lost),
      absent: ['Mosquitto is not here'],
    });
  const verdicts = (hub: number) =>
    Object.fromEntries(
      report(hub).standings!.map(({ what, against, verdict }) => [`${what} ${against}`, verdict] as const),
    );

  it('holds the fan-out alone against the bare loop with its frames', () => {
    const goal =
      'frames a CPU second, 1 000 subscribers, single ticks, the fan-out alone ≥ 0.9 of a bare loop that writes the same frames';
    expect(verdicts(91_000)[goal]).toBe('ahead');
    expect(verdicts(89_000)[goal]).toBe('behind');
  });

  it('counts ticks, not frames, against those that send them one by one', () => {
    expect(verdicts(91_000)['ticks a CPU second, 1 000 subscribers, bursts of 10 NATS']).toBe('ahead');
    expect(report(91_000).markdown).toMatch(/\| bursts of 10 +\| NATS +\|.*\| +20\.0 \|/);
  });

  it('says who lost ticks, and who was not there', () => {
    expect(report(91_000).markdown).toContain('**Every client got every tick once**');
    expect(report(91_000, 7).markdown).toContain('NATS, single ticks: 7 lost, 0 doubled');
    expect(report(91_000).absent).toEqual(['Mosquitto is not here']);
    expect(report(91_000).markdown).toContain('Mosquitto is not here.');
  });
});
