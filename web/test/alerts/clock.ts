/** A clock and its timers, moved by the test. */
export class Clock {
  now = 0;
  #timers: { readonly at: number; readonly callback: () => void }[] = [];

  readonly setTimer = (callback: () => void, ms: number): (() => void) => {
    const timer = { at: this.now + ms, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  };

  advance(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const [due] = this.#timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
      if (!due) break;
      this.#timers = this.#timers.filter((one) => one !== due);
      this.now = due.at;
      due.callback();
    }
    this.now = end;
  }
}
