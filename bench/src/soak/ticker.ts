/**
 * How many tickers the soak has: each is a publisher of its own in the stamps of ticks, by its number. One insert of each is
 * under way at a time, so they are as many as keep 200 ticks/s on a machine so busy that each takes 400 ms.
 */
export const TICKERS = 96;

/** @param number from 1: 0 stands for what the ring was filled with */
export function tickerName(number: number): string {
  return `T${String(number).padStart(2, '0')}`;
}
