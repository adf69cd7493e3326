import type { Fanned } from '../load/closed-loop.ts';
import type { CpuSeconds } from '../measure/cpu.ts';

/** The bare loop, with as many ticks in a frame as ours had in the same round, with MongoDB and without; and with one. */
export const LIKE_OURS = 'a bare loop, frames like ours';
export const LIKE_HUB = 'a bare loop, frames like the fan-out alone';
export const SINGLE = 'a bare loop, a frame a tick';

/** A slice: one way under one load. */
export interface Measured {
  /** Name of the load. */
  readonly load: string;
  /** Name of the way; the bare loop's has what its frames are. */
  readonly way: string;
  readonly fanned: Fanned;
  /** Of each process; "server" is what writes to the sockets. */
  readonly cpu: CpuSeconds;
}

/** Frames written, a second of the server's CPU. */
export function framesPerCpuSecond({ fanned, cpu }: Measured): number {
  return fanned.frames / cpu['server']!;
}

/** Ticks delivered to a client each, a second of the server's CPU. */
export function ticksPerCpuSecond({ fanned, cpu }: Measured): number {
  return fanned.deliveries / cpu['server']!;
}

/** Ticks in a frame, on average. */
export function ticksPerFrame({ fanned }: Measured): number {
  return fanned.deliveries / Math.max(1, fanned.frames);
}

/** Slices of the same way under the same load, round by round. */
export function grouped(measured: readonly Measured[]): Measured[][] {
  const groups = new Map<string, Measured[]>();
  for (const slice of measured) {
    const key = `${slice.load}: ${slice.way}`;
    groups.set(key, [...(groups.get(key) ?? []), slice]);
  }
  return [...groups.values()];
}
