import type { TailStatus } from '@ticker/mongo';
import type { Reception } from '../load/audience.ts';
import type { Published } from '../load/published.ts';
import { cpuBetween, type CpuSeconds, cpuSeconds } from '../measure/cpu.ts';
import type { Stage } from '../stage/stage.ts';
import type { Open, Variant } from './variant.ts';

/** Publishes something as this run. */
export type Load = (run: number) => Promise<Published>;

/** What a slice is made of. */
export interface SliceOptions {
  /** All that listen at the same time; none: the load alone. */
  readonly variants: readonly Variant[];
  readonly warmUp: Load;
  readonly load: Load;
  /** How long to wait for the last tick, in milliseconds. */
  readonly patienceMs: number;
}

/** What was measured in a slice. */
export interface Slice {
  readonly published: Published;
  /** By the variant's name. */
  readonly receptions: Readonly<Record<string, Reception>>;
  /** From the first tick sent to the last one received. */
  readonly cpu: CpuSeconds;
  /**
   * How often a tail of ours opened its cursor anew meanwhile, all variants together: it leaves a member that it takes
   * for ill, and a machine that is busy with other things makes members look so.
   */
  readonly reopens: number;
}

/**
 * Opens variants, warms them up, measures them under a load, and closes them: what does not take part in a slice is
 * not there while it runs, with no cursor, connection or process.
 */
export async function slice(stage: Stage, options: SliceOptions): Promise<Slice> {
  const { variants, warmUp, load, patienceMs } = options;
  const opened = new Map<string, Open>();
  try {
    for (const variant of variants) opened.set(variant.name, await variant.open(stage));
    await expose(stage, opened, warmUp, patienceMs);
    const tails = await tailsOf(opened);
    const processes = await stage.processes(tails[0]?.member ?? undefined);
    for (const open of opened.values()) for (const [name, pid] of open.processes) processes.set(name, pid);
    const before = await cpuSeconds(processes);
    const measured = await expose(stage, opened, load, patienceMs);
    const cpu = cpuBetween(before, await cpuSeconds(processes));
    return { ...measured, cpu, reopens: reopened(await tailsOf(opened)) - reopened(tails) };
  } finally {
    await Promise.all([...opened.values()].map((open) => open.close()));
  }
}

async function expose(
  stage: Stage,
  opened: ReadonlyMap<string, Open>,
  load: Load,
  patienceMs: number,
): Promise<Pick<Slice, 'published' | 'receptions'>> {
  const run = stage.nextRun();
  await Promise.all([...opened.values()].map(({ remote }) => remote.call('expect', run)));
  const published = await load(run);
  const receptions = await Promise.all(
    [...opened].map(async ([name, { remote }]) => {
      const reception = await remote.call('collect', { published: published.counts, patienceMs });
      return [name, reception] as const;
    }),
  );
  return { published, receptions: Object.fromEntries(receptions) };
}

async function tailsOf(opened: ReadonlyMap<string, Open>): Promise<TailStatus[]> {
  const tails = await Promise.all([...opened.values()].map((open) => open.tail()));
  return tails.filter((tail) => tail !== undefined);
}

function reopened(tails: readonly TailStatus[]): number {
  return tails.reduce((sum, { reopens }) => sum + reopens, 0);
}
