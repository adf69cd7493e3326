/** A tick to publish. */
export interface SourceTick {
  readonly ticker: string;
  readonly price: number;
  /** When the price was, where the source knows it; otherwise it is published with the time of publishing. */
  readonly time?: Date;
  /** How far into its file its line ends, in bytes. */
  readonly offset?: number;
}

/** Where ticks come from, in the order of publishing. They come in chunks, such as a source reads them. */
export type Source = AsyncIterable<readonly SourceTick[]>;

/** The first `count` ticks of a source. */
export async function* first(count: number, source: Source): Source {
  let left = count;
  if (left === 0) return;
  for await (const chunk of source) {
    yield chunk.slice(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}
