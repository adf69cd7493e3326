import { isTicker, type Tick } from '@ticker/protocol';

/**
 * A tick inside another document: with its id as on the wire, and its time in milliseconds or, where a shell user
 * wrote it, as a date.
 *
 * @returns undefined where it is none
 */
export function readStoredTick(value: unknown): Tick | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, time, ticker, price } = value as Record<string, unknown>;
  const millis = time instanceof Date ? time.getTime() : time;
  if (typeof id !== 'string' || id === '' || !isTicker(ticker)) return undefined;
  if (typeof millis !== 'number' || !Number.isSafeInteger(millis)) return undefined;
  return typeof price === 'number' && Number.isFinite(price)
    ? { id, time: millis, ticker, price }
    : undefined;
}
