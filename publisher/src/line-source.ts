import type { LineReader } from './line-reader.ts';
import type { Line } from './lines.ts';
import type { Source, SourceTick } from './source.ts';

export interface LineSourceOptions {
  readonly read: LineReader;
  /** Told of each line that is no tick; the rest goes on. */
  readonly onBadLine: (number: number, why: string) => void;
  /** Whether a line without a time is bad. */
  readonly timed?: boolean;
  /** Publish these tickers only. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Ends the source where it is. */
  readonly signal: AbortSignal;
}

/** The ticks of lines, one each; blank lines are nothing. */
export async function* fromLines(lines: AsyncIterable<Line[]>, options: LineSourceOptions): Source {
  const { read, onBadLine, timed = false, only, signal } = options;
  const take = ({ number, text, offset }: Line): SourceTick[] => {
    if (text?.trim() === '') return [];
    const tick = text === undefined ? 'it is longer than 64 KiB' : read(text.trim());
    if (typeof tick === 'string') onBadLine(number, tick);
    else if (timed && !tick.time) onBadLine(number, 'it has no time, which --speed needs');
    else if (!only || only.has(tick.ticker)) return [{ ...tick, offset }];
    return [];
  };
  try {
    for await (const chunk of lines) yield chunk.flatMap(take);
  } catch (error) {
    // The stream below was destroyed because we were told to stop.
    if (!signal.aborted) throw error;
  }
}
