interface GatherOptions<Request> {
  /** How much a request adds to a call. */
  readonly size: (request: Request) => number;
  /** What a call holds at most; one larger request goes alone. */
  readonly most: number;
}

interface Entry<Request, Answer> {
  readonly request: Request;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * One call at a time: those who come while it is under way share the next. So many callers need few commands, and a
 * lone one does not wait.
 */
export class Gather<Request, Answer> {
  readonly #run: (requests: readonly Request[]) => Promise<readonly Answer[]>;
  readonly #options: GatherOptions<Request>;
  readonly #waiting: Entry<Request, Answer>[] = [];
  #running = false;

  /** @param run answers requests, in their order */
  constructor(
    run: (requests: readonly Request[]) => Promise<readonly Answer[]>,
    options: GatherOptions<Request>,
  ) {
    this.#run = run;
    this.#options = options;
  }

  /** @throws what `run` throws, to all who shared the call */
  ask(request: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      if (!this.#running) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#running = true;
    // Those who ask in the same turn go together at once.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const entries = this.#next();
      try {
        const answers = await this.#run(entries.map(({ request }) => request));
        for (const [index, { resolve }] of entries.entries()) resolve(answers[index]!);
      } catch (error) {
        for (const { reject } of entries) reject(error);
      }
    }
    this.#running = false;
  }

  #next(): Entry<Request, Answer>[] {
    const { size, most } = this.#options;
    let sum = 0;
    const full = this.#waiting.findIndex(({ request }) => (sum += size(request)) > most);
    return this.#waiting.splice(0, full < 0 ? Infinity : Math.max(1, full));
  }
}
