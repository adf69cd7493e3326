import { addAbortSignal, type Readable } from 'node:stream';
import { plainReader } from './line-reader.ts';
import { fromLines, type LineSourceOptions } from './line-source.ts';
import { lines } from './lines.ts';
import type { Source } from './source.ts';

export interface StdinOptions extends Omit<LineSourceOptions, 'read' | 'only' | 'timed'> {
  /** The ticker of a line that is a price alone. */
  readonly ticker: string;
}

/** Ticks from lines of `TICKER PRICE`, `PRICE` or NDJSON, as they come. */
export function fromStdin(input: Readable, { ticker, ...options }: StdinOptions): Source {
  addAbortSignal(options.signal, input);
  return fromLines(lines(input), { ...options, read: plainReader(ticker) });
}
