import type { Bar } from '../../src/store/bar.ts';

/** A bar at a time in seconds, all of whose prices are `price`. */
export function flatBar(time: number, price = 1, count = 1): Bar {
  return { time, open: price, high: price, low: price, close: price, count };
}

/** Bars of one tick each, at every second from one to before another. */
export function seconds(from: number, to: number): Bar[] {
  return Array.from({ length: to - from }, (_, n) => flatBar(from + n));
}
