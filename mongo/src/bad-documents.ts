const LOG_EVERY_MS = 60_000;

/** Counts documents that are not what they should be, and logs one a minute with the reason. */
export class BadDocuments {
  readonly #warn: ((fields: object, message: string) => void) | undefined;
  readonly #message: string;
  #loggedAt = -Infinity;
  count = 0;

  /** @param message such as "skipped a document of the topic that is no tick" */
  constructor(message: string, warn?: (fields: object, message: string) => void) {
    this.#message = message;
    this.#warn = warn;
  }

  /** @param why what is wrong with the document */
  add(why: string): void {
    this.count++;
    const now = performance.now();
    if (now - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loggedAt = now;
    this.#warn?.({ why, badDocuments: this.count }, this.#message);
  }
}
