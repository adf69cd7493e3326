import type { Clock } from '../src/clock.ts';

/** A clock that stands still but for sleeping, which takes as long as asked and up to `late` milliseconds more. */
export class FakeClock implements Clock {
  time = 1_000;
  readonly #late: () => number;

  constructor(late: () => number = () => 0) {
    this.#late = late;
  }

  now(): number {
    return this.time;
  }

  async sleep(ms: number): Promise<void> {
    this.time += ms + this.#late();
  }
}
