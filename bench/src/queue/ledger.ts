import { nowMicros } from '../measure/clock.ts';
import type { QueueState } from './way.ts';

/** What workers did, as it is sent to the bench. */
export interface Done {
  readonly completed: number;
  /** From the first claim sent to the last completion acknowledged. */
  readonly seconds: number;
  /** Jobs that were run again after they had been run. */
  readonly doubled: number;
  /** Claims and completions that were broken off when the time was up, twice over. */
  readonly cutOff: number;
}

/** Keeps account of the jobs that workers run: each shall be run once, and count once. */
export class Ledger {
  readonly #start = nowMicros();
  readonly #ran = new Set<number>();
  #end = this.#start;
  #completed = 0;
  #doubled = 0;
  #cutOff = 0;

  /** A worker holds this job, and runs it now. */
  ran(job: number): void {
    if (this.#ran.has(job)) this.#doubled++;
    this.#ran.add(job);
  }

  /** So many more completions were acknowledged. */
  completed(count: number): void {
    if (count === 0) return;
    this.#completed += count;
    this.#end = nowMicros();
  }

  cutOff(): void {
    this.#cutOff++;
  }

  get done(): Done {
    const seconds = (this.#end - this.#start) / 1_000_000;
    return { completed: this.#completed, seconds, doubled: this.#doubled, cutOff: this.#cutOff };
  }
}

/**
 * Whether every job was completed exactly once, and none was lost: what the workers say and what the store says must be
 * the same.
 *
 * @param seeded how many waited at the start
 * @returns what is wrong; nothing when all is well
 */
export function faults({ completed, doubled, cutOff }: Done, state: QueueState, seeded: number): string[] {
  const { waiting, running, finished } = state;
  const wrong: string[] = [];
  if (doubled > 0) wrong.push(`${doubled} jobs were run twice`);
  if (finished !== completed) wrong.push(`${completed} jobs were completed, and ${finished} are finished`);
  if (waiting + running + finished !== seeded)
    wrong.push(`of ${seeded} jobs ${waiting + running + finished} are left`);
  if (running > cutOff)
    wrong.push(`${running} jobs were claimed and not completed; ${cutOff} calls were cut off`);
  return wrong;
}
