import type { NewTick } from '@ticker/mongo';
import type { SourceTick } from './source.ts';

/** What became of a batch. */
export interface Published {
  readonly ticks: readonly NewTick[];
  /** Whether they are known to be in the topic. */
  readonly appended: boolean;
  /** How far into the source's file the last of them is, in bytes. */
  readonly offset: number | undefined;
}

/**
 * Publishes batches as they come, one after the other. A tick without a time gets the present one.
 *
 * @param write appends a batch to the topic; false when it gave up, which is the end
 */
export async function* publish(
  batches: AsyncIterable<readonly SourceTick[]>,
  write: (ticks: readonly NewTick[]) => Promise<boolean>,
  now: () => Date = () => new Date(),
): AsyncGenerator<Published, void, void> {
  for await (const batch of batches) {
    const present = now();
    const ticks = batch.map(({ time = present, ticker, price }) => ({ time, ticker, price }));
    const appended = await write(ticks);
    yield { ticks, appended, offset: batch.at(-1)?.offset };
    if (!appended) return;
  }
}
