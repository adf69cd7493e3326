import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

export const LIGHTHOUSE = '12.8.2';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;

/** The times and sizes that the score of performance is made of, and what was sent. */
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
  'total-byte-weight',
] as const;

interface Audits {
  readonly [id: string]: {
    readonly title: string;
    readonly score: number | null;
    readonly displayValue?: string;
  };
}

interface Report {
  readonly categories: {
    readonly [id: string]: {
      readonly score: number;
      readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
    };
  };
  readonly audits: Audits;
  readonly environment: { readonly benchmarkIndex: number };
  readonly runtimeError?: { readonly message: string };
}

export type Form = 'mobile' | 'desktop';

/** What Lighthouse makes of a page. */
export interface Audit {
  /** How fast this machine is, by Lighthouse's own measure. */
  readonly benchmark: number;
  /** 0 to 100 each, in the order of {@link CATEGORIES}. */
  readonly scores: readonly number[];
  /** As Lighthouse writes them, by their names. */
  readonly metrics: readonly (readonly [title: string, value: string])[];
  /** What counts, and is not perfect: `category: title (value)`. */
  readonly lacks: readonly string[];
}

/**
 * Has Lighthouse look at `url`.
 *
 * @param form as on a phone with a slow line, or as on a desktop
 * @param file where its report goes
 * @param slowdown how many times slower than this machine's the processor is to be
 */
export async function audit(url: string, form: Form, file: string, slowdown: number): Promise<Audit> {
  const args = [
    '--yes',
    `lighthouse@${LIGHTHOUSE}`,
    url,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${CATEGORIES.join(',')}`,
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage',
    `--throttling.cpuSlowdownMultiplier=${slowdown}`,
    ...(form === 'desktop' ? ['--preset=desktop'] : []),
  ];
  await promisify(execFile)('npx', args, { shell: process.platform === 'win32' });
  const report = JSON.parse(await readFile(file, 'utf8')) as Report;
  if (report.runtimeError) throw new Error(`Lighthouse: ${report.runtimeError.message}`);
  return {
    benchmark: report.environment.benchmarkIndex,
    scores: CATEGORIES.map((id) => Math.round(report.categories[id]!.score * 100)),
    metrics: METRICS.map((id) => [report.audits[id]!.title, report.audits[id]!.displayValue ?? '']),
    lacks: CATEGORIES.flatMap((category) => lacksOf(report, category)),
  };
}

/** How many times slower than the machine Lighthouse makes the processor of a phone, on whatever machine. */
const USUAL_SLOWDOWN = 4;

/**
 * How many times slower a phone is to be than a machine of this `benchmark`. Lighthouse takes 4 for all, and asks to
 * calibrate it where the machine is slow, by these figures:
 * https://lighthouse-cpu-throttling-calculator.vercel.app
 * They go on beyond 4 where it is fast; Lighthouse itself does not.
 */
export function phoneSlowdown(benchmark: number): number {
  if (benchmark >= 1300) return Math.min(3 + (benchmark - 1300) / 233, USUAL_SLOWDOWN);
  if (benchmark >= 800) return 2 + (benchmark - 800) / 500;
  return 1 + Math.max(benchmark - 150, 0) / 650;
}

function lacksOf({ categories, audits }: Report, category: string): string[] {
  return categories[category]!.auditRefs.filter(({ weight }) => weight > 0)
    .map(({ id }) => audits[id]!)
    .filter(({ score }) => score !== null && score < 1)
    .map(({ title, displayValue }) => `${category}: ${title}${displayValue ? ` (${displayValue})` : ''}`);
}
