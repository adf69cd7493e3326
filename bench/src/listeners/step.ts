import { LatencyHistogram, type LatencySummary } from '../measure/histogram.ts';
import type { Slice } from '../variant/slice.ts';
import type { Variant } from '../variant/variant.ts';

/** Later than this in the middle, ticks pile up: at 10 ticks/s, ten are under way to each listener. */
const KEPT_UP_MS = 1_000;

/** So many listeners of one kind, and what was measured of them. */
export class Step {
  readonly variant: Variant;
  /** One each round. */
  readonly slices: Slice[] = [];
  /** Why so many can't be had here. */
  failure: string | undefined;

  constructor(variant: Variant) {
    this.variant = variant;
  }

  get latency(): LatencySummary {
    const encoded = this.receptions.map(({ latency }) => LatencyHistogram.decode(latency));
    return LatencyHistogram.merged(encoded).summary();
  }

  /** The middle latency, slice by slice, in milliseconds. */
  get p50s(): number[] {
    return this.receptions.map(({ latency }) => LatencyHistogram.decode(latency).summary().p50);
  }

  get receptions() {
    return this.slices.map(({ receptions }) => receptions[this.variant.name]!);
  }

  /** CPU seconds of all members of the set, slice by slice. */
  get mongod(): number[] {
    const members = ['primary', 'secondary A', 'secondary B'];
    return this.slices.map(({ cpu }) => members.reduce((sum, name) => sum + (cpu[name] ?? 0), 0));
  }

  /** CPU seconds of the process of that kind, slice by slice; undefined where there is none. */
  cpu(kind: 'server' | 'listeners'): number[] | undefined {
    const values = this.slices.map(({ cpu }) => cpu[`${kind} (${this.variant.name})`]);
    return values.every((value) => value !== undefined) ? values : undefined;
  }

  /** Bytes that the server holds with all listeners idle, slice by slice; empty where there is no server. */
  get serverMemory(): number[] {
    return this.slices.flatMap(({ idleMemory }) => idleMemory[`server (${this.variant.name})`] ?? []);
  }
}

/** Whether all listeners got everything, in time. */
export function keepsUp(step: Step): boolean {
  const clean = step.receptions.every(({ lost, ended }) => lost + ended === 0);
  return !step.failure && step.slices.length > 0 && clean && step.latency.p50 < KEPT_UP_MS;
}
