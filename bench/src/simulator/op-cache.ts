/** Kinds of samples that a simulated process notes. */
export type SampleKind = 'publish' | 'fetch';

/** What reached the simulator's report: microseconds of a publication, milliseconds between two documents. */
export type Samples = Readonly<Record<SampleKind, number[]>>;

const HELD = 500;

/**
 * The simulator's way to note a sample (`services.js`): a process holds 500 of all kinds together; the next one sends
 * them off and is itself forgotten; what is held at the end is never sent.
 */
export class OpCache {
  readonly sent: Samples = { publish: [], fetch: [] };
  #held: { kind: SampleKind; value: number }[] = [];

  log(kind: SampleKind, value: number): void {
    if (this.#held.length < HELD) {
      this.#held.push({ kind, value });
      return;
    }
    for (const sample of this.#held) this.sent[sample.kind].push(sample.value);
    this.#held = [];
  }
}
