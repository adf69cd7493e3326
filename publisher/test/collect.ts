import type { Source, SourceTick } from '../src/source.ts';

/** All ticks of a source that ends. */
export async function collect(source: Source): Promise<SourceTick[]> {
  const ticks: SourceTick[] = [];
  for await (const chunk of source) ticks.push(...chunk);
  return ticks;
}

/** A source of these chunks. */
export async function* sourceOf(...chunks: SourceTick[][]): Source {
  yield* chunks;
}

/** `count` ticks of PIP with the prices 0, 1, 2 … */
export function counting(count: number): SourceTick[] {
  return Array.from({ length: count }, (_, price) => ({ ticker: 'PIP', price }));
}
