import type { TailStatus } from '@ticker/mongo';
import { cpuBetween, type CpuSeconds, cpuSeconds } from '../measure/cpu.ts';
import { memoryBytes, type MemoryBytes } from '../measure/memory.ts';
import type { Stage } from '../stage/stage.ts';
import { expose, type Exposure, type Load } from './exposure.ts';
import type { Open, Variant } from './variant.ts';

export type { Load } from './exposure.ts';

/** What slices of the same variants are made of. */
export interface SlicesOptions {
  /** All that listen at the same time; none: the load alone. */
  readonly variants: readonly Variant[];
  /** Before the first. */
  readonly warmUp: Load;
  /** One slice each, one after the other. */
  readonly loads: readonly Load[];
  /** How long to wait for the last tick, in milliseconds. */
  readonly patienceMs: number;
}

/** The same for a single slice. */
export interface SliceOptions extends Omit<SlicesOptions, 'loads'> {
  readonly load: Load;
}

/** What was measured in a slice. */
export interface Slice extends Exposure {
  /** From the first tick sent to the last one received. */
  readonly cpu: CpuSeconds;
  /** What the variants' processes held once all of them were open, before the first tick: all listeners idle. */
  readonly idleMemory: MemoryBytes;
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
export async function slice(stage: Stage, { load, ...options }: SliceOptions): Promise<Slice> {
  const [measured] = await slices(stage, { ...options, loads: [load] });
  return measured!;
}

/** The same under several loads in turn, for which they are opened and warmed up once: `slices[n]` is of `loads[n]`. */
export async function slices(stage: Stage, options: SlicesOptions): Promise<Slice[]> {
  const { variants, warmUp, loads, patienceMs } = options;
  const opened = new Map<string, Open>();
  try {
    for (const variant of variants) opened.set(variant.name, await variant.open(stage));
    const idleMemory = await memoryBytes(processesOf(opened));
    await expose(stage, opened, warmUp, patienceMs);
    // mongod and the stage's publisher, which do nothing then, are no part of it.
    const inMemory = variants.length > 0 && variants.every((variant) => variant.inMemory);
    const measured: Slice[] = [];
    for (const load of loads) {
      measured.push({ ...(await measure(stage, opened, { load, patienceMs, inMemory })), idleMemory });
    }
    return measured;
  } finally {
    await Promise.all([...opened.values()].map((open) => open.close()));
  }
}

async function measure(
  stage: Stage,
  opened: ReadonlyMap<string, Open>,
  { load, patienceMs, inMemory }: { load: Load; patienceMs: number; inMemory: boolean },
): Promise<Omit<Slice, 'idleMemory'>> {
  const tails = await tailsOf(opened);
  const mongod = inMemory ? [] : await stage.processes(tails[0]?.member ?? undefined);
  const processes = new Map([...mongod, ...processesOf(opened)]);
  const before = await cpuSeconds(processes);
  const measured = await expose(stage, opened, load, patienceMs);
  const cpu = cpuBetween(before, await cpuSeconds(processes));
  return { ...measured, cpu, reopens: reopened(await tailsOf(opened)) - reopened(tails) };
}

function processesOf(opened: ReadonlyMap<string, Open>): Map<string, number> {
  const all = new Map<string, number>();
  for (const { processes } of opened.values()) for (const [name, pid] of processes) all.set(name, pid);
  return all;
}

async function tailsOf(opened: ReadonlyMap<string, Open>): Promise<TailStatus[]> {
  const tails = await Promise.all([...opened.values()].map((open) => open.tail()));
  return tails.filter((tail) => tail !== undefined);
}

function reopened(tails: readonly TailStatus[]): number {
  return tails.reduce((sum, { reopens }) => sum + reopens, 0);
}
