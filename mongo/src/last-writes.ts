/** Heartbeats come once a second from each member, at moments of their own. */
const HEARTBEAT_MS = 1_000;
/** A member that has not been heard of for so long is held against what the others have now, in milliseconds. */
const SILENCE_MS = 2_500;

/** A write, and since when it is known; both in milliseconds, the latter of our own clock. */
interface Known {
  readonly at: number;
  readonly write: number;
}

/**
 * What members tell of their last writes, and who is behind.
 *
 * A set where nothing happens writes once in ten seconds; one that gets a tick a minute is as quiet. Whoever is heard
 * of first after such a write is ten seconds ahead of those that are heard of up to a second later, and is not ahead
 * at all. So a member is held against what the others had told a heartbeat before it was heard of itself.
 */
export class LastWrites {
  readonly #now: () => number;
  readonly #known = new Map<string, Known[]>();
  readonly #heardAt = new Map<string, number>();

  /** @param now milliseconds, of a clock that is never set */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** A member tells its last write: milliseconds since 1970, by the set's clocks, to the second. */
  hear(address: string, write: number): void {
    const at = this.#now();
    this.#heardAt.set(address, at);
    const known = this.#known.get(address) ?? [];
    // Of a member that is new to us nothing is younger than the others' writes.
    if (known.at(-1)?.write !== write) known.push({ at: known.length > 0 ? at : -Infinity, write });
    while (known.length > 1 && known[1]!.at <= at - SILENCE_MS - HEARTBEAT_MS) known.shift();
    this.#known.set(address, known);
  }

  /**
   * How far a member is behind, in milliseconds; undefined while it was never heard of.
   *
   * @param others against whom it is held
   */
  lagMs(address: string, others: readonly string[]): number | undefined {
    const own = this.#known.get(address)?.at(-1);
    if (own === undefined) return undefined;
    const heardAt = Math.max(this.#heardAt.get(address)!, this.#now() - SILENCE_MS);
    const newest = others.map((other) => this.#before(other, heardAt - HEARTBEAT_MS));
    return Math.max(own.write, ...newest) - own.write;
  }

  #before(address: string, at: number): number {
    return this.#known.get(address)?.findLast((known) => known.at <= at)?.write ?? 0;
  }
}
