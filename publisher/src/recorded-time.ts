/** 1973 in seconds, and 1973 in milliseconds: a number between is read as seconds, one above as milliseconds. */
const [LEAST_SECONDS, LEAST_MS] = [1e8, 1e11];

const CLOCK = /\d:\d{2}/;
const OFFSET = /(z|[+-]\d{2}:?\d{2})(\s*\(.*\))?$/i;
const ZONE = /\b(utc|gmt|[ecmp][sd]t)$/i;
const ISO = /^\d{4}-\d{2}(-\d{2})?([t ]|$)/i;

/**
 * Reads the time of a recorded price: ISO 8601, what `Date.parse` reads besides, such as "Jan 1 2000", or a number
 * since 1970 in seconds or milliseconds, told apart by its size. Without a zone it is UTC: a file must mean the same
 * on every machine, which `Date.parse` does not see to.
 *
 * @returns undefined where it is no time
 */
export function readTime(value: unknown): Date | undefined {
  if (typeof value === 'number') return readNumber(value);
  if (typeof value === 'object' && value !== null && '$date' in value) return readTime(value.$date); // mongoexport
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^-?\d+(\.\d+)?$/.test(text)) return readNumber(Number(text));
  const time = new Date(Date.parse(withZone(text)));
  return Number.isNaN(time.getTime()) ? undefined : time;
}

function withZone(text: string): string {
  const clock = CLOCK.test(text);
  // "-2000" ends a date such as 1-15-2000 too.
  if (ZONE.test(text) || (clock && OFFSET.test(text))) return text;
  if (!ISO.test(text)) return `${text} UTC`;
  return clock ? `${text.replace(' ', 'T')}Z` : text;
}

function readNumber(number: number): Date | undefined {
  // Smaller ones are rather years, or dates such as 20000101, than times.
  if (!(Math.abs(number) >= LEAST_SECONDS)) return undefined;
  const time = new Date(Math.abs(number) < LEAST_MS ? number * 1000 : number);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
