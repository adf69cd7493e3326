/** How ticks are published in a closed loop. */
export interface LoopOrder {
  /** Ticks that are published at once. */
  readonly burst: number;
  /** Ticks that may be under way: published, and not yet with everybody. At least a burst. */
  readonly inFlight: number;
}

/** What came of a closed loop. */
export interface Fanned {
  /** Ticks published. */
  readonly ticks: number;
  /** Messages received that had ticks, all clients together. */
  readonly frames: number;
  /** Ticks received, all clients together. */
  readonly deliveries: number;
  /** From the first one published to the last one received. */
  readonly seconds: number;
  /** Ticks that did not come, and that came too often, all clients together. */
  readonly lost: number;
  readonly doubled: number;
}

/** Publishes as fast as all clients get it: the next burst once there is room for it among what is under way. */
export class ClosedLoop {
  readonly #got: number[];
  readonly #order: LoopOrder;
  readonly #publish: () => void;
  readonly #startedAt: number;
  #lastAt: number;
  #published = 0;
  #deliveries = 0;
  #frames = 0;
  #open = true;
  /** Deliveries at which there is something to do. */
  #threshold = 0;

  /** @param publish is to publish one burst; called at once for as many as may be under way */
  constructor(clients: number, order: LoopOrder, publish: () => void) {
    this.#got = Array.from({ length: clients }, () => 0);
    this.#order = order;
    this.#publish = publish;
    this.#startedAt = this.#lastAt = performance.now();
    this.#next();
  }

  /** A client got a message with ticks. */
  receive(client: number, ticks: number): void {
    this.#got[client]! += ticks;
    this.#frames++;
    this.#deliveries += ticks;
    // A comparison for each frame; the rest of it for each burst.
    if (this.#deliveries >= this.#threshold) this.#next();
  }

  /** Publishes nothing more. */
  close(): void {
    this.#open = false;
    this.#next();
  }

  /** Whether everybody has everything. */
  get complete(): boolean {
    return this.#deliveries >= this.#published * this.#got.length;
  }

  result(): Fanned {
    const sum = (of: (got: number) => number) =>
      this.#got.reduce((total, got) => total + Math.max(0, of(got)), 0);
    return {
      ticks: this.#published,
      frames: this.#frames,
      deliveries: this.#deliveries,
      seconds: (this.#lastAt - this.#startedAt) / 1000,
      lost: sum((got) => this.#published - got),
      doubled: sum((got) => got - this.#published),
    };
  }

  #next(): void {
    this.#lastAt = performance.now();
    const { burst, inFlight } = this.#order;
    const clients = this.#got.length;
    while (this.#open && (this.#published + burst - inFlight) * clients <= this.#deliveries) {
      this.#published += burst;
      this.#publish();
    }
    const wanted = this.#open ? this.#published + burst - inFlight : this.#published;
    this.#threshold = wanted * clients;
  }
}
