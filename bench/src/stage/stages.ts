import { Stage } from './stage.ts';

/** About how long it takes to open one, in seconds, on two cores: a replica set, and the ring that is filled. */
export const OPENING_SECONDS = { withRing: 8, without: 4 };

/** Something to play on that can be closed. */
interface Closable {
  close(): Promise<void>;
}

/**
 * The stages of scenarios that are played one after the other. One is kept for as long as the next scenario wants its like:
 * to start a set and fill a ring takes longer than some of them. Who fails leaves nobody his stage: something of him may
 * still be at work on it.
 */
export class Stages<S extends Closable = Stage> {
  readonly #make: (ring: boolean, log: (line: string) => void) => Promise<S>;
  #open: { readonly ring: boolean; readonly stage: S } | undefined;

  constructor(make: (ring: boolean, log: (line: string) => void) => Promise<S>) {
    this.#make = make;
  }

  /** Those that scenarios play on. */
  static real(): Stages {
    return new Stages((ring, log) => Stage.open(ring, log));
  }

  /** Plays on a stage with a ring, or without one. @throws what it throws; then the stage is closed */
  async play<T>(ring: boolean, log: (line: string) => void, scenario: (stage: S) => Promise<T>): Promise<T> {
    if (this.#open?.ring !== ring) {
      await this.close();
      this.#open = { ring, stage: await this.#make(ring, log) };
    }
    try {
      return await scenario(this.#open.stage);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Closes the one that is open. Never rejects. */
  async close(): Promise<void> {
    const { stage } = this.#open ?? {};
    this.#open = undefined;
    await stage?.close();
  }
}

/** Seconds that such scenarios' stages take to open, one after the other. @param rings whether each wants a ring */
export function openingSeconds(rings: readonly boolean[]): number {
  return rings
    .filter((ring, index) => index === 0 || ring !== rings[index - 1])
    .reduce((sum, ring) => sum + (ring ? OPENING_SECONDS.withRing : OPENING_SECONDS.without), 0);
}
