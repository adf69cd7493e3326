import type { Target } from '../target.ts';

/**
 * What V8 lets lie before it collects, whoever gave it the work: three semi-spaces of 16 MiB, as much of what has
 * outlived them, and buffers outside of its heap. About 100 MiB at most were seen.
 */
export const GARBAGE_MIB = 128;

/**
 * A connection's share at most: its queue up to the high-water mark, a frame of 1000 of the largest ticks on top of it,
 * and its objects.
 */
const CONNECTION_KIB = 64 + 290 + 30;

/** How much memory so many connections may cost the server. */
export function memoryOf(connections: number): number {
  return GARBAGE_MIB + (connections * CONNECTION_KIB) / 1024;
}

export interface Attacker {
  readonly name: string;
  /** What becomes of its connections, as PROTOCOL.md has it. */
  readonly answer: string | RegExp;
  /** How much more memory the server may have at its peak than at the peak before, in MiB. */
  readonly memoryMiB: number;
  /** Attacks. Ends by itself; tells what became of it. */
  readonly attack: (target: Target) => Promise<string>;
}
