import type { Delivery } from './feed/event.ts';

/**
 * Tells the window of each batch of ticks that the feed hands on: a CustomEvent `ticker:tick` whose `detail.ticks` are
 * those ticks, in their order. So whoever owns the page, or a test, can record the whole feed without reaching into it;
 * the table shows fifty ticks only, and at a high rate some never get as far as a frame.
 */
export function announce(delivery: Delivery): void {
  if (delivery.type === 'gap' || delivery.ticks.length === 0) return;
  window.dispatchEvent(new CustomEvent('ticker:tick', { detail: { ticks: delivery.ticks } }));
}
