import type { NewTick } from '@ticker/mongo';
import type { Clock } from './clock.ts';
import type { Published } from './publish.ts';

/** The rate is over so many of the last milliseconds: steady to read, and right for one tick in five seconds. */
const WINDOW_MS = 5_000;

/** What is to be published in all, as far as it is known. */
export interface Goal {
  readonly ticks?: number | undefined;
  /** Size of the file that is replayed, 0 where it is not known. */
  readonly bytes?: number | undefined;
}

/** How far publishing is, for the reports. */
export class Progress {
  readonly #clock: Clock;
  readonly #goal: Goal;
  readonly #start: number;
  #samples: { at: number; appended: number }[];
  #offset = 0;
  appended = 0;
  /** Ticks of which it is not known whether they are in the topic: we were stopped while MongoDB was away. */
  unconfirmed = 0;
  badLines = 0;
  last: NewTick | undefined;
  /** Why MongoDB can't be written to; undefined when it can. */
  waiting: string | undefined;

  constructor(clock: Clock, goal: Goal = {}) {
    this.#clock = clock;
    this.#goal = goal;
    this.#start = clock.now();
    this.#samples = [{ at: this.#start, appended: 0 }];
  }

  add({ ticks, appended, offset = 0 }: Published): void {
    if (!appended) {
      this.unconfirmed += ticks.length;
      return;
    }
    this.appended += ticks.length;
    this.last = ticks.at(-1);
    this.#offset = offset;
  }

  get seconds(): number {
    return (this.#clock.now() - this.#start) / 1000;
  }

  /** Ticks a second since the start. */
  get overallRate(): number {
    return this.seconds > 0 ? this.appended / this.seconds : 0;
  }

  /** Ticks a second of late. Ask for it regularly: it is measured between the times of asking. */
  rate(): number {
    const now = { at: this.#clock.now(), appended: this.appended };
    const before = this.#samples.findLast(({ at }) => at <= now.at - WINDOW_MS) ?? this.#samples[0]!;
    this.#samples = [...this.#samples.filter(({ at }) => at >= before.at), now];
    return now.at > before.at ? ((now.appended - before.appended) * 1000) / (now.at - before.at) : 0;
  }

  /** 0-1, how much is done; undefined when there is no end in sight. */
  get fraction(): number | undefined {
    const { ticks = 0, bytes = 0 } = this.#goal;
    const parts = [
      ...(ticks > 0 ? [this.appended / ticks] : []),
      ...(bytes > 0 ? [this.#offset / bytes] : []),
    ];
    return parts.length > 0 ? Math.min(1, Math.max(...parts)) : undefined;
  }
}
