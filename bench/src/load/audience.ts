import { setTimeout as wait } from 'node:timers/promises';
import { LatencyHistogram } from '../measure/histogram.ts';
import type { Stretch } from './stretch.ts';
import { Tally } from './tally.ts';

/** What all listeners of a process got of a run, as it is sent to the bench. */
export interface Reception {
  /** From sent to received, each tick at each listener: an encoded histogram. */
  readonly latency: string;
  /** Ticks received, all listeners together. */
  readonly deliveries: number;
  /** Ticks that never came, all listeners together. */
  readonly lost: number;
  readonly doubled: number;
  readonly displaced: number;
  /** Gaps announced, all listeners together. */
  readonly gaps: number;
  /** Listeners whose connection or cursor ended. */
  readonly ended: number;
  /** When the last tick came. */
  readonly lastMicros: number;
}

/** What to wait for: ticks of each publisher, and how long at most. */
export interface Collection {
  readonly published: readonly number[];
  readonly patienceMs: number;
}

const LOOK_MS = 5;

/** The listeners of a process: counts what each of them gets of the run that is measured now. */
export class Audience {
  readonly #size: number;
  #run = -1;
  #tallies: Tally[] = [];
  #latency = new LatencyHistogram();
  #gaps = 0;
  #ended = 0;
  #lastMicros = 0;
  #latencyFrom = 0;

  /** @param size number of listeners */
  constructor(size: number) {
    this.#size = size;
  }

  /** From now on ticks of this run are counted, and none of another. */
  expect(run: number): void {
    this.#run = run;
    this.#tallies = Array.from({ length: this.#size }, () => new Tally());
    this.#latency = new LatencyHistogram();
    this.#gaps = 0;
  }

  /** Ticks that were sent before this moment count, but not for the latency: the listeners came later than they did. */
  latencyFrom(micros: number): void {
    this.#latencyFrom = micros;
  }

  /** A listener got ticks. */
  receive(listener: number, stretches: readonly Stretch[], atMicros: number): void {
    for (const stretch of stretches) {
      if (stretch.run !== this.#run) continue;
      this.#tallies[listener]?.add(stretch);
      this.#lastMicros = atMicros;
      if (stretch.sentMicros < this.#latencyFrom) continue;
      this.#latency.record(atMicros - stretch.sentMicros, stretch.to - stretch.from + 1);
    }
  }

  /** A listener was told that it missed ticks. */
  gap(): void {
    this.#gaps++;
  }

  /** A listener's connection or cursor ended. */
  end(): void {
    this.#ended++;
  }

  /** Waits until every listener has got every tick, as long as the patience lasts; then says what came. */
  async collect({ published, patienceMs }: Collection): Promise<Reception> {
    const until = performance.now() + patienceMs;
    while (this.#sum((tally) => tally.lost(published)) > 0 && performance.now() < until) await wait(LOOK_MS);
    return {
      latency: this.#latency.encode(),
      deliveries: this.#sum(({ received }) => received),
      lost: this.#sum((tally) => tally.lost(published)),
      doubled: this.#sum(({ doubled }) => doubled),
      displaced: this.#sum(({ displaced }) => displaced),
      gaps: this.#gaps,
      ended: this.#ended,
      lastMicros: this.#lastMicros,
    };
  }

  #sum(of: (tally: Tally) => number): number {
    return this.#tallies.reduce((sum, tally) => sum + of(tally), 0);
  }
}
