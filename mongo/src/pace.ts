/** How long is looked at to tell how many ticks come, in milliseconds. */
const WINDOW_MS = 500;

/**
 * From so many ticks a second on a tail asks rather than is told: each tick then makes an event and a question of its
 * own, while a question that is asked all the time brings several ticks. Of our server, told against asking: p50 0.64
 * times as long at 100 ticks/s for 1.14 times the CPU, 0.89 at 200 for 1.18, 1.5 at 400.
 */
const FLOW_PER_SECOND = 150;

/** And below so many it is told again: not the same rate, or one near it would open a change stream twice a second. */
const QUIET_PER_SECOND = 112;

/**
 * For so long it must stay below, in milliseconds: who publishes a hundred ticks once a second would have a change
 * stream opened and closed for each hundred.
 */
const CALM_MS = 2_000;

/** What a tail's reads tell about how to wait for the next tick. Pure, but for the clock. */
export class Pace {
  #flows = false;
  #trusted = true;
  #count = 0;
  #since = performance.now();
  #busyAt = -Infinity;

  /** Whether so many ticks come that it is cheaper to ask all the time. */
  get flows(): boolean {
    return this.#flows;
  }

  /**
   * Whether the change stream tells of ticks before a read meets them by itself. One that is late (busy with the oplog
   * of other collections) or says nothing is not waited for.
   */
  get trusted(): boolean {
    return this.#trusted;
  }

  /**
   * A read brought so many documents that came lately; what a fill brings is not to be told of here.
   *
   * @param told by the change stream that they are there
   */
  read(count: number, told: boolean): void {
    if (count > 0) this.#trusted = told;
    this.#count += count;
    const now = performance.now();
    const past = now - this.#since;
    if (past < WINDOW_MS) return;
    const rate = (this.#count * 1_000) / past;
    if (rate > (this.#flows ? QUIET_PER_SECOND : FLOW_PER_SECOND)) this.#busyAt = now;
    this.#flows = now - this.#busyAt < CALM_MS;
    this.#count = 0;
    this.#since = now;
  }

  /** A change stream was opened: it is trusted until it is late. */
  opened(): void {
    this.#trusted = true;
  }
}
