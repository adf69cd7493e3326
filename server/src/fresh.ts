/** One answer for all who ask within a time: what it costs does not grow with them. */
export class Fresh<Answer> {
  readonly #ask: () => Promise<Answer>;
  readonly #ms: number;
  #asked: { readonly at: number; readonly answer: Promise<Answer> } | undefined;

  /** @param ms for how long an answer is good, in milliseconds, from when it was asked for */
  constructor(ask: () => Promise<Answer>, ms: number) {
    this.#ask = ask;
    this.#ms = ms;
  }

  /** @throws what `ask` throws; then the next one asks again */
  newest(): Promise<Answer> {
    const now = performance.now();
    if (!this.#asked || now - this.#asked.at > this.#ms) {
      const asked = { at: now, answer: this.#ask() };
      this.#asked = asked;
      // One that failed is no answer for the next.
      asked.answer.catch(() => {
        if (this.#asked === asked) this.#asked = undefined;
      });
    }
    return this.#asked.answer;
  }
}
