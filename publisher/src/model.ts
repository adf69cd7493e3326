import { uniform } from './uniform.ts';
import { walk } from './walk.ts';
import type { Source, SourceTick } from './source.ts';

/** Gives the next price of a ticker. */
export type Model = (ticker: string) => number;

/** The price models by name: each makes a {@link Model} from a seed, and the same one from the same seed. */
export const models = { walk, uniform } as const satisfies Record<string, (seed: number) => Model>;

/** As many as go in a batch: batches don't reach over chunks. */
const CHUNK = 1000;

/** Endless ticks of a model; the tickers take turns. */
export async function* fromModel(model: Model, tickers: readonly string[]): Source {
  for (let turn = 0; ;) {
    const chunk: SourceTick[] = [];
    while (chunk.length < CHUNK) {
      const ticker = tickers[turn++ % tickers.length]!;
      chunk.push({ ticker, price: model(ticker) });
    }
    yield chunk;
  }
}
