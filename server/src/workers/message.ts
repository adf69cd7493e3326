import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** A metric with its values, as prom-client gives it to be added up with those of other processes. */
export type MeasuredMetric = MetricObjectWithValues<MetricValue<string>>;

/** What workers report of themselves when they are asked, and what is made of all their reports. */
export interface Subjects {
  metrics: { report: readonly MeasuredMetric[]; answer: string };
  subscribers: { report: number; answer: number };
}

export type Subject = keyof Subjects;

/** From a worker to the primary process. */
export type ToPrimary =
  /** From now on I hear what I am told: what came before is lost. */
  | { readonly type: 'hears' }
  | { readonly type: 'ready'; readonly url: string }
  /** Tell me of all of you. */
  | { readonly type: 'ask'; readonly id: number; readonly about: Subject }
  /** This is what there is of me. */
  | { readonly type: 'report'; readonly id: number; readonly report: unknown };

/** From the primary process to a worker. */
export type ToWorker =
  | { readonly type: 'stop' }
  /** What is there of you? */
  | { readonly type: 'tell'; readonly id: number; readonly about: Subject }
  | { readonly type: 'answer'; readonly id: number; readonly answer: unknown };
