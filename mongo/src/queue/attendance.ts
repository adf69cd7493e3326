import type { Collections } from './collections.ts';
import type { Log } from '../log.ts';
import { Sweeper } from './sweeper.ts';
import { WakeUp } from './wake-up.ts';

interface AttendanceOptions {
  readonly maxAttempts: number;
  readonly log: Log | undefined;
}

/** What the workers of a process have in common: one ear for new jobs, one sweeper. There while there is a worker. */
export class Attendance {
  readonly #queue: Collections;
  readonly #options: AttendanceOptions;
  #workers = 0;
  #wakeUp: WakeUp | undefined;
  #sweeper: Sweeper | undefined;

  constructor(queue: Collections, options: AttendanceOptions) {
    this.#queue = queue;
    this.#options = options;
  }

  join(): WakeUp {
    const { maxAttempts, log } = this.#options;
    this.#workers++;
    const wakeUp = (this.#wakeUp ??= new WakeUp(this.#queue, {
      onDelayed: () => this.#sweeper?.nudge(),
      log,
    }));
    this.#sweeper ??= new Sweeper(this.#queue, {
      maxAttempts,
      log,
      onWaiting: (count) => wakeUp.wake(count),
    });
    return wakeUp;
  }

  leave(): void {
    if (--this.#workers > 0) return;
    this.#sweeper?.stop();
    this.#wakeUp?.close();
    this.#sweeper = undefined;
    this.#wakeUp = undefined;
  }
}
