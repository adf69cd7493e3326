import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { choosePorts, Guard, isOpen } from '@ticker/mongo/embedded';
import { NotToBeHad } from './not-to-be-had.ts';
import { findProgram, type Program, type Wanted } from './program.ts';

const READY_MS = 10_000;
const LOOK_MS = 20;

/** Ports of 127.0.0.1 that a broker listens on. */
export interface BrokerPorts {
  /** Of its own protocol, over TCP. */
  readonly tcp: number;
  /** Of the same over WebSockets. */
  readonly webSocket: number;
}

/** How a broker is run. */
export interface BrokerKind {
  /** For reports: "NATS". */
  readonly name: string;
  readonly program: Wanted;
  /** What its configuration file says. */
  configuration(ports: BrokerPorts): string;
  /** Its arguments. @param configuration path of the file */
  args(configuration: string): string[];
}

/**
 * A message broker of somebody else's, on loopback, in a process of its own, which ends with us however we end.
 * It keeps nothing on disk.
 */
export class Broker {
  readonly name: string;
  readonly version: string;
  readonly pid: number;
  readonly ports: BrokerPorts;
  readonly #guard: Guard;

  private constructor(name: string, version: string, pid: number, ports: BrokerPorts, guard: Guard) {
    this.name = name;
    this.version = version;
    this.pid = pid;
    this.ports = ports;
    this.#guard = guard;
  }

  /**
   * Finds the program and starts it; resolves when it takes connections.
   *
   * @throws NotToBeHad where there is no such program, or it does not run as it should here
   */
  static async start(kind: BrokerKind, log: (line: string) => void): Promise<Broker> {
    return Broker.#run(kind, await findProgram(kind.program, log));
  }

  static async #run(kind: BrokerKind, { path, env, version }: Program): Promise<Broker> {
    const folder = mkdtempSync(join(tmpdir(), 'ticker-peer-'));
    // It removes the folder at the end.
    const guard = await Guard.start(folder, true);
    try {
      const [tcp, webSocket] = (await choosePorts([], 2, () => {})) as [number, number];
      const file = join(folder, 'configuration');
      writeFileSync(file, kind.configuration({ tcp, webSocket }));
      const running = await guard.spawn({ path, args: kind.args(file), env, log: join(folder, 'log') });
      const ended = running.exited.then(({ code, signal }) => {
        throw new NotToBeHad(`${kind.name} ${version} ended at its start (${signal ?? `exit code ${code}`})`);
      });
      ended.catch(() => {});
      for (const port of [tcp, webSocket]) await Promise.race([ended, opened(kind.name, port)]);
      return new Broker(kind.name, version, running.pid, { tcp, webSocket }, guard);
    } catch (error) {
      await guard.close();
      throw error;
    }
  }

  /** Ends it. Never rejects. */
  async stop(): Promise<void> {
    await this.#guard.close();
  }
}

async function opened(name: string, port: number): Promise<void> {
  const until = performance.now() + READY_MS;
  while (!(await isOpen(port))) {
    if (performance.now() > until) throw new NotToBeHad(`${name} took no connection in ${READY_MS / 1000} s`);
    await wait(LOOK_MS);
  }
}
