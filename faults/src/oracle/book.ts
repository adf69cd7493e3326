import type { Evidence, Publication, Tick } from './evidence.ts';

/** What is known about every tick that there may be. */
export class Book {
  readonly #published: ReadonlyMap<string, Publication>;
  readonly #collection: ReadonlyMap<string, Tick>;
  readonly #overwritten: boolean;

  constructor({
    publications,
    collection,
    overwritten,
  }: Pick<Evidence, 'publications' | 'collection' | 'overwritten'>) {
    this.#published = new Map(publications.map((publication) => [publication.tick.id, publication]));
    this.#collection = new Map(collection.map((tick) => [tick.id, tick]));
    this.#overwritten = overwritten;
  }

  /** The ticks that have to reach who subscribed: acknowledged by the majority, or there at the end all the same. */
  get owed(): Tick[] {
    const acknowledged = [...this.#published.values()].filter(
      ({ acknowledgedAt }) => acknowledgedAt !== null,
    );
    const found = [...this.#collection.values()].filter(({ id }) => !this.#isAcknowledged(id));
    return [...acknowledged.map(({ tick }) => tick), ...found];
  }

  /** How many majority writes were acknowledged. */
  get acknowledged(): number {
    return [...this.#published.values()].filter(({ acknowledgedAt }) => acknowledgedAt !== null).length;
  }

  /** Acknowledged by a majority, and not there at the end: what MongoDB itself has lost. */
  get vanished(): string[] {
    if (this.#overwritten) return [];
    return [...this.#published.values()]
      .filter(({ tick, acknowledgedAt }) => acknowledgedAt !== null && !this.#collection.has(tick.id))
      .map(({ tick }) => tick.id);
  }

  /** Not before this moment did its insert begin; of what others inserted nothing is known. */
  sentAt(id: string): number {
    return this.#published.get(id)?.sentAt ?? -Infinity;
  }

  /** By this moment it was inserted for good. */
  acknowledgedAt(id: string): number {
    return this.#published.get(id)?.acknowledgedAt ?? Infinity;
  }

  /** Why a tick that was delivered is none; undefined when it is one. */
  phantom({ id, time, ticker, price }: Tick): string | undefined {
    const real = this.#collection.get(id) ?? this.#published.get(id)?.tick;
    if (!real) return 'nobody published it, and it is not in the collection';
    if (real.time !== time || real.ticker !== ticker || real.price !== price)
      return `it is ${JSON.stringify(real)}, and came as ${JSON.stringify({ id, time, ticker, price })}`;
    if (this.#collection.has(id) || this.#isAcknowledged(id) || this.#overwritten) return undefined;
    return 'its write was never acknowledged, and it is not in the collection';
  }

  #isAcknowledged(id: string): boolean {
    return (this.#published.get(id)?.acknowledgedAt ?? null) !== null;
  }
}
