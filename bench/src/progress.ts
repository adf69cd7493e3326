import { createLogUpdate } from 'log-update';

const WIDTH = 24;
const BEAT_MS = 250;

/** Of what the bar is: which scenario of how many, and how long they take by their budgets. */
export interface Course {
  readonly name: string;
  /** From 1. */
  readonly number: number;
  readonly count: number;
  /** Of this scenario, and of all those before it, in seconds. */
  readonly budget: number;
  readonly before: number;
  /** Of all of them. */
  readonly total: number;
}

/** Says on a terminal's last line how far the bench is; elsewhere steps are lines, and there is no bar. */
export class Progress {
  readonly #line: ReturnType<typeof createLogUpdate> | undefined;
  readonly #err: NodeJS.WriteStream;
  readonly #timer: NodeJS.Timeout;
  #course: Course | undefined;
  #since = 0;

  /** @param err where a person reads: the report alone goes to stdout */
  constructor(err: NodeJS.WriteStream = process.stderr) {
    this.#err = err;
    this.#line = err.isTTY ? createLogUpdate(err) : undefined;
    this.#timer = setInterval(() => this.#show(), BEAT_MS).unref();
  }

  /** A scenario begins. */
  begin(course: Course): void {
    this.#course = course;
    this.#since = performance.now();
    this.#show();
  }

  /** Seconds since the scenario began. */
  get elapsed(): number {
    return (performance.now() - this.#since) / 1000;
  }

  /** A step of it, as a line that stays. */
  step(text: string): void {
    this.#line?.clear();
    this.#err.write(`${this.elapsed.toFixed(0).padStart(4)} s  ${this.#course?.name ?? 'bench'}: ${text}\n`);
    this.#show();
  }

  /** Takes the bar away, for others to write, until the next scenario begins. */
  end(): void {
    this.#course = undefined;
    this.#line?.clear();
    this.#line?.done();
  }

  /** There is nothing more to come. */
  close(): void {
    clearInterval(this.#timer);
    this.end();
  }

  #show(): void {
    if (this.#course) this.#line?.(bar(this.#course, this.elapsed));
  }
}

/** "━━━━━━────── 42 %  fan-out, 3 of 11, 61 s of about 120 s". It stands still where a scenario takes longer. */
export function bar({ name, number, count, budget, before, total }: Course, elapsed: number): string {
  const done = (before + Math.min(elapsed, budget)) / total;
  const filled = Math.floor(done * WIDTH);
  const drawn = '━'.repeat(filled) + '─'.repeat(WIDTH - filled);
  const percent = String(Math.floor(done * 100)).padStart(3);
  return `${drawn} ${percent} %  ${name}, ${number} of ${count}, ${elapsed.toFixed(0)} s of about ${budget} s`;
}
