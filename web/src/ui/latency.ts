import { formatNumber } from './format.ts';
import { duration } from './text/page.ts';
import { quoteText } from './text/quote.ts';

/** A tick that is said to have been under way for longer was not: it is replayed, or a clock is wrong. Milliseconds. */
export const BELIEVED_MS = 60_000;

/** A latency (milliseconds) in words, with what is to be known of it. Clocks that contradict each other make it unknown: null. */
export function latencyWords(ms: number | null): { readonly words: string | null; readonly why: string } {
  if (ms === null) return { words: null, why: quoteText.latencyNone };
  if (ms < 0) return { words: null, why: quoteText.latencyAhead(shortTime(-ms)) };
  if (ms > BELIEVED_MS) return { words: null, why: quoteText.latencyBehind(duration(ms)) };
  return { words: quoteText.millis(formatNumber(ms, 0)), why: quoteText.latencyHow };
}

function shortTime(ms: number): string {
  return ms < 1000 ? quoteText.millis(formatNumber(ms, 0)) : duration(ms);
}
