import type { TickDocument } from './topic.ts';

/** A price in the past. */
interface Past {
  /** How many ticks. */
  readonly count: number;
  /** Seconds between two of them. */
  readonly every: number;
  readonly price?: (n: number) => number;
}

/** When a second began, some seconds ago. */
export function secondsAgo(seconds: number): number {
  return (Math.floor(Date.now() / 1000) - seconds) * 1000;
}

/** Ticks of PIP, oldest first, the last of them now. */
export function pastTicks({ count, every, price = (n) => 44 + Math.sin(n / 10) }: Past): TickDocument[] {
  const end = secondsAgo(0);
  return Array.from({ length: count }, (_, n) => ({
    time: new Date(end - (count - 1 - n) * every * 1000),
    ticker: 'PIP',
    price: price(n),
  }));
}
