import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Broker, type BrokerKind, type BrokerPorts } from '../src/peers/broker.ts';
import { mosquitto } from '../src/peers/mosquitto.ts';
import { nats } from '../src/peers/nats.ts';
import { ifToBeHad, NotToBeHad } from '../src/peers/not-to-be-had.ts';
import { findProgram } from '../src/peers/program.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'peers-test-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** An environment in which this folder is all that there is. */
const alone = () => ({ PATH: folder, HOME: folder });
const log = () => {};

function programPrinting(name: string, line: string, code = 0) {
  writeFileSync(join(folder, name), `#!/bin/sh\necho '${line}'\nexit ${code}\n`);
  chmodSync(join(folder, name), 0o755);
}

describe('a program', () => {
  it('is the one on PATH, with the version that it says', async () => {
    programPrinting('nats-server', 'nats-server: v2.10.22');
    programPrinting('mosquitto', 'mosquitto version 2.0.18', 3);
    expect(await findProgram(nats.program, log, alone())).toMatchObject({ version: '2.10.22', env: {} });
    expect(await findProgram(mosquitto.program, log, alone())).toMatchObject({ version: '2.0.18' });
  });

  it('that is not there, nor an apt to get it, is said not to be had in one line', async () => {
    const error = await findProgram(nats.program, log, alone()).catch((thrown: Error) => thrown);
    expect(error).toBeInstanceOf(NotToBeHad);
    expect(error).toMatchObject({
      message: "nats-server is not to be had here: not on PATH; Debian's package: there is no apt-get",
    });
  });

  it('that says no version is not taken for it', async () => {
    programPrinting('nats-server', 'something else');
    await expect(findProgram(nats.program, log, alone())).rejects.toThrow(NotToBeHad);
  });

  it('of a package that apt does not know is not to be had, and leaves nothing in the cache', async () => {
    programPrinting('apt-get', 'E: no', 100);
    await expect(findProgram(nats.program, log, alone())).rejects.toThrow(NotToBeHad);
    expect(readdirSync(join(folder, '.cache', 'ticker'))).toEqual([]);
  });
});

describe('a peer', () => {
  it('that is not to be had is left out, with the line that says why; any other error is one', async () => {
    const absent: string[] = [];
    const said: string[] = [];
    const get = (thrown: Error) => {
      const failing = async () => {
        throw thrown;
      };
      return ifToBeHad(failing, absent, said.push.bind(said));
    };
    expect(await get(new NotToBeHad('NATS is not to be had here'))).toBeUndefined();
    await expect(get(new Error('no such port'))).rejects.toThrow('no such port');
    expect(absent).toEqual(['NATS is not to be had here']);
    expect(said).toEqual(absent);
  });
});

/** A broker that is this very Node, with its configuration as its script. */
function scripted(configuration: (ports: BrokerPorts) => string): BrokerKind {
  const program = {
    ...nats.program,
    name: process.execPath,
    versionArgs: ['--version'],
    version: /v(\d+\.\d+)/,
  };
  return { name: 'Scripted', program, configuration, args: (file) => [file] };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

describe('a broker', () => {
  it('runs from the moment that both its ports are open until it is stopped', async () => {
    const both = ({ tcp, webSocket }: BrokerPorts) => `
      const listen = (port) => require('net').createServer().listen(port, '127.0.0.1');
      listen(${tcp}).once('listening', () => setTimeout(listen, 300, ${webSocket}));`;
    const broker = await Broker.start(scripted(both), log);
    expect(await Promise.all(Object.values(broker.ports).map(isOpen))).toEqual([true, true]);
    await broker.stop();
    expect(await Promise.all(Object.values(broker.ports).map(isOpen))).toEqual([false, false]);
    expect(() => process.kill(broker.pid, 0)).toThrow('ESRCH');
  });

  it('that ends at its start is not to be had', async () => {
    const start = Broker.start(
      scripted(() => 'process.exit(7)'),
      log,
    );
    await expect(start).rejects.toThrow(/^Scripted \S+ ended at its start \(exit code 7\)$/);
    await expect(start).rejects.toThrow(NotToBeHad);
  });
});
