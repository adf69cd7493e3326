import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { counter } from './reading.ts';

/** How often the event loop is looked at. */
const LOOK_MS = 20;

const BUCKETS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];

let made: Registry | undefined;

/** CPU, memory, garbage collection and the event loop of this process. A process has one, so this is made once. */
export function processMetrics(): Registry {
  if (made) return made;
  made = new Registry();
  collectDefaultMetrics({
    register: made,
    prefix: 'ticker_',
    // A timer that nobody reads, see below: let it sleep.
    eventLoopMonitoringPrecision: 2 ** 31 - 1,
  });
  for (const { name } of made.getMetricsAsArray()) if (isLeftOut(name)) made.removeSingleMetric(name);
  eventLoopMetrics(made);
  return made;
}

/**
 * The delay of the event loop is begun anew at every scrape there: of two who scrape, each sees half, and one that comes
 * right after another sees a least delay of 292 years. Of the rest, gauges that end in `_total`, with which `promtool
 * check metrics` is not content, what they count (undocumented functions of Node tell it), and the version, which
 * `ticker_build_info` has.
 */
function isLeftOut(name: string): boolean {
  return /_eventloop_lag_|_nodejs_active_(handles|requests|resources_total)|_nodejs_version_info$/.test(name);
}

function eventLoopMetrics(registry: Registry): void {
  const delay = new Histogram({
    name: 'ticker_event_loop_delay_seconds',
    help: `How late a timer of ${LOOK_MS} ms is: for so long nobody was served`,
    buckets: BUCKETS,
    registers: [registry],
  });
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    delay.observe(Math.max(0, now - last - LOOK_MS) / 1000);
    last = now;
  }, LOOK_MS).unref();
  counter(registry, {
    name: 'ticker_event_loop_active_seconds_total',
    help: 'Time in which the event loop had something to do: 1 a second is all that one process can',
    read: () => performance.eventLoopUtilization().active / 1000,
  });
}
