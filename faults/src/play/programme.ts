import type { Fault } from '../fault/fault.ts';
import { oneOf, seeded } from '../seeded.ts';

/** A play that is to come. */
export interface Entry {
  readonly faults: readonly Fault[];
  readonly seed: number;
}

const CHAIN_LEAST = 2;
const CHAIN_MOST = 4;

/** Each of these faults alone, so many times, each time with another seed. */
export function* eachAlone(faults: readonly Fault[], seed: number, times: number): Generator<Entry> {
  for (let n = 0; n < times; n++) for (const fault of faults) yield { faults: [fault], seed: seed + n };
}

/** Chains of two to four faults by chance, without an end. */
export function* chains(faults: readonly Fault[], seed: number): Generator<Entry> {
  const joinable = faults.filter(({ alone }) => !alone);
  for (let n = 0; ; n++) {
    const random = seeded(seed + n);
    const length = CHAIN_LEAST + Math.floor(random() * (CHAIN_MOST - CHAIN_LEAST + 1));
    yield { faults: Array.from({ length }, () => oneOf(joinable, random)), seed: seed + n };
  }
}
