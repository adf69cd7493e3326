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
 * For so long it must flow before the change stream is worth closing, in milliseconds: who publishes a hundred ticks
 * once a second would have one opened and closed for each hundred. One that is not asked costs nothing.
 */
const LASTING_MS = 2_000;

/** What a tail's reads tell about how to wait for the next tick. Pure, but for the clock. */
export class Pace {
  #flowsSince: number | undefined;
  #trusted = true;
  #count = 0;
  #since = performance.now();

  /** Whether so many ticks come that it is cheaper to ask all the time. */
  get flows(): boolean {
    return this.#flowsSince !== undefined;
  }

  /** Whether they have come for so long that a change stream need not be kept for what comes after them. */
  get lasts(): boolean {
    return this.#flowsSince !== undefined && performance.now() - this.#flowsSince >= LASTING_MS;
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
    if (rate <= (this.flows ? QUIET_PER_SECOND : FLOW_PER_SECOND)) this.#flowsSince = undefined;
    else this.#flowsSince ??= now;
    this.#count = 0;
    this.#since = now;
  }

  /** A change stream was opened: it is trusted until it is late. */
  opened(): void {
    this.#trusted = true;
  }
}
