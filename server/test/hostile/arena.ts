import { expect, vi } from 'vitest';
import { ServerProcess } from '../server-process.ts';
import type { Attacker } from './attackers/attacker.ts';
import type { Honest, Observation } from './honest.ts';
import { forgetPeak, peakMiB } from './memory.ts';
import { Target } from './target.ts';

/** A period lasts until the honest client has got so many ticks: a second at least. Of so few p99 is the slowest. */
const PERIOD_TICKS = 50;
/** For the first fill. */
const FILLED_MS = 30_000;

/** What was seen in a period. */
export interface Period extends Observation {
  /** The most memory that the server had, in MiB. */
  readonly peakMiB: number;
}

export interface Attack extends Period {
  readonly answer: string;
}

const noFlood = async (): Promise<void> => {};

let addresses = 0;

/**
 * A loopback address that nobody came from: each has limits of its own. Linux and Windows have all of 127.0.0.0/8; on
 * macOS `ifconfig lo0 alias` makes one.
 */
function address(): string {
  return `127.0.1.${++addresses}`;
}

/** The real server as a process of its own, with an honest client from 127.0.0.1. */
export class Arena {
  readonly #server: ServerProcess;
  readonly #honest: Honest;

  private constructor(server: ServerProcess, honest: Honest) {
    this.#server = server;
    this.#honest = honest;
  }

  static async open(environment: Record<string, string>, honest: Honest): Promise<Arena> {
    const server = await ServerProcess.start(environment);
    const ready = async (): Promise<number> => (await fetch(`${server.url}/readyz`)).status;
    await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: FILLED_MS });
    await honest.join(server.url, environment['TOPIC']!);
    await honest.take(server.url, 1);
    return new Arena(server, honest);
  }

  /** A period in which nobody attacks, with a flood of ticks or without. */
  async calm(flood = noFlood): Promise<Period> {
    await this.#begin();
    await flood();
    return this.#end();
  }

  /** A period with an attacker, who may wish for a flood of ticks. */
  async attack(attacker: Attacker, flood = noFlood): Promise<Attack> {
    await this.#begin();
    const target = new Target({ url: this.#server.url, from: address(), elsewhere: address(), flood });
    try {
      const answer = await attacker.attack(target);
      return { answer, ...(await this.#end()) };
    } finally {
      target.leave();
    }
  }

  async close(): Promise<void> {
    await this.#server.stop('SIGKILL');
  }

  async #begin(): Promise<void> {
    forgetPeak(this.#server.process.pid!);
    await this.#honest.mark(this.#server.url);
  }

  async #end(): Promise<Period> {
    const seen = await this.#honest.take(this.#server.url, PERIOD_TICKS);
    return { ...seen, peakMiB: peakMiB(this.#server.process.pid!) };
  }
}
