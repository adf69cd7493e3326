import type { Leg, Recording } from '../oracle/evidence.ts';

/** Where a subscriber may go: the servers that are there, the one that it shall prefer first. */
export type Addresses = () => readonly string[];

/** Whom a play records. */
export interface Subscriber {
  readonly recording: Recording;
  /** Whether it has got a tick of that id. */
  has(id: string): boolean;
  /** For good; the recording stays. */
  stop(): void;
}

/** A connection that is under way. */
export interface OpenLeg extends Leg {
  readonly frames: { at: number; text: string }[];
}
