import { readStamp, type TickStamp } from '../measure/tick-stamp.ts';

/** Ticks of one publisher that follow one another without a hole and were sent at the same moment. */
export interface Stretch {
  readonly run: number;
  readonly publisher: number;
  /** Number of the first. */
  readonly from: number;
  /** Number of the last. */
  to: number;
  readonly sentMicros: number;
}

/** Puts ticks together as far as they follow one another: a batch of 100 is counted in one step, not in 100. */
export function stretches(ticks: readonly { readonly id: string; readonly price: number }[]): Stretch[] {
  const found: Stretch[] = [];
  let last: Stretch | undefined;
  for (const { id, price: sentMicros } of ticks) {
    const stamp = readStamp(id);
    if (last && continues(last, stamp, sentMicros)) {
      last.to = stamp.sequence;
    } else {
      const { run, publisher, sequence } = stamp;
      found.push((last = { run, publisher, from: sequence, to: sequence, sentMicros }));
    }
  }
  return found;
}

function continues(last: Stretch, { run, publisher, sequence }: TickStamp, sentMicros: number): boolean {
  return (
    last.run === run &&
    last.publisher === publisher &&
    last.to + 1 === sequence &&
    last.sentMicros === sentMicros
  );
}
