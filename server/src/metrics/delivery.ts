import type { Tick } from '@ticker/protocol';
import { Histogram, type Registry } from 'prom-client';
import type { Hub } from '../hub/hub.ts';
import type { Sessions } from '../session/sessions.ts';

/** Seconds. Clocks and ticks have milliseconds; what is promised is 50 ms. */
const BUCKETS = [0.001, 0.002, 0.005, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

/**
 * Measures how old each live tick is when it has been handed to the sockets: once for the tick, at the flush, not for
 * each socket. That costs 0.15 µs a tick (1 000 000 in 0.15 s), so the histogram is prom-client's own.
 *
 * @param now milliseconds since 1970
 */
export function measureDelivery(registry: Registry, hub: Hub, sessions: Sessions, now: () => number): void {
  const histogram = new Histogram({
    name: 'ticker_delivery_latency_seconds',
    help: "From a tick's time (its publisher's clock, set at the insert) until it was handed to the sockets, once a tick, while anybody is subscribed. Publisher and server must have the same time: one that is ahead of ours counts as 0",
    buckets: BUCKETS,
    registers: [registry],
  });
  hub.onFlush = (batches: readonly (readonly Tick[])[]): void => {
    if (!isSubscribed(sessions)) return;
    const at = now();
    for (const ticks of batches) {
      for (const { time } of ticks) histogram.observe(Math.max(0, at - time) / 1000);
    }
  };
}

function isSubscribed(sessions: Sessions): boolean {
  for (const { mode } of sessions) if (mode !== undefined) return true;
  return false;
}
