import {
  build,
  decodeFromCompressedBase64,
  encodeIntoCompressedBase64,
  type Histogram,
} from 'hdr-histogram-js';

/** The numbers of a histogram that a report shows, in milliseconds. */
export interface LatencySummary {
  readonly count: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

/** The rows of the article's tables. */
export interface Statistics {
  readonly mean: number;
  readonly deviation: number;
  readonly p75: number;
  readonly p95: number;
  readonly p99: number;
  readonly min: number;
  readonly max: number;
}

/** Latencies in whole microseconds, to three significant digits (an HDR histogram, http://hdrhistogram.org). */
export class LatencyHistogram {
  readonly #histogram: Histogram;

  constructor(histogram: Histogram = build({ bitBucketSize: 32, numberOfSignificantValueDigits: 3 })) {
    this.#histogram = histogram;
  }

  /** Reads what {@link encode} gave, in whichever process. @throws Error when it is no histogram */
  static decode(text: string): LatencyHistogram {
    return new LatencyHistogram(decodeFromCompressedBase64(text, 32));
  }

  /** All of them in one. */
  static merged(all: readonly LatencyHistogram[]): LatencyHistogram {
    const sum = new LatencyHistogram();
    for (const each of all) sum.#histogram.add(each.#histogram);
    return sum;
  }

  /** `count` times the same latency, in microseconds. */
  record(micros: number, count = 1): void {
    this.#histogram.recordValueWithCount(Math.max(0, Math.round(micros)), count);
  }

  /** Short text that goes through a message to another process, or into a file. */
  encode(): string {
    return encodeIntoCompressedBase64(this.#histogram);
  }

  /** Of the nearest rank, in milliseconds; 0 where nothing was recorded. */
  percentile(percentile: number): number {
    const { totalCount, maxValue } = this.#histogram;
    if (totalCount === 0) return 0;
    return Math.min(this.#histogram.getValueAtPercentile(percentile), maxValue) / 1000;
  }

  /** Percentiles are of the nearest rank: the smallest recorded value that so many per cent do not exceed. */
  summary(): LatencySummary {
    const { totalCount: count, maxValue } = this.#histogram;
    const at = (percentile: number) => this.percentile(percentile);
    return { count, p50: at(50), p90: at(90), p99: at(99), p999: at(99.9), max: maxValue / 1000 };
  }

  /** What the article's tables have, in milliseconds; the deviation is of the population. */
  statistics(): Statistics {
    const { mean, stdDeviation, minNonZeroValue, maxValue } = this.#histogram;
    const at = (percentile: number) =>
      Math.min(this.#histogram.getValueAtPercentile(percentile), maxValue) / 1000;
    return {
      mean: mean / 1000,
      deviation: stdDeviation / 1000,
      p75: at(75),
      p95: at(95),
      p99: at(99),
      min: minNonZeroValue / 1000,
      max: maxValue / 1000,
    };
  }
}
