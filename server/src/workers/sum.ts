import { AggregatorRegistry } from 'prom-client';
import type { MeasuredMetric } from './message.ts';

/**
 * The metrics of all workers as one page. What stands under the same labels is added up, or whatever its metric says
 * (`aggregator`); what has the label `worker` stays apart.
 *
 * @param reports of each worker, and {@link remains}
 */
export function pageOf(reports: readonly (readonly MeasuredMetric[])[]): Promise<string> {
  return summed(reports).metrics();
}

/**
 * What stays of a worker that has ended: its counters and histograms. Without them the sums would go back, and
 * Prometheus would take that for a restart and count what the others have done once more.
 *
 * @param before what stays of those that ended before it
 */
export async function remains(
  before: readonly MeasuredMetric[],
  report: readonly MeasuredMetric[],
): Promise<readonly MeasuredMetric[]> {
  const lasting = report.flatMap((metric): MeasuredMetric[] => {
    // Its declaration has numbers for the types; they are words.
    const type = String(metric.type);
    const values = metric.values.filter(({ labels }) => !('worker' in labels));
    return (type === 'counter' || type === 'histogram') && values.length > 0 ? [{ ...metric, values }] : [];
  });
  return summed([before, lasting]).getMetricsAsJSON() as Promise<MeasuredMetric[]>;
}

function summed(reports: readonly (readonly MeasuredMetric[])[]) {
  return AggregatorRegistry.aggregate(reports.map((report) => [...report]));
}
