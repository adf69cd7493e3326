import type { Spread } from '../measure/ratio.ts';
import { times as timesText, verdict } from './figure.ts';

/** How we stand in one thing: against a budget of ours, or beside somebody else. The summary is made of these. */
export interface Standing {
  /** What is compared: "frames a CPU second, 1 000 subscribers, single ticks". */
  readonly what: string;
  /** The budget ("≥ 0.9 of a bare ws loop") or the peer ("NATS"). */
  readonly against: string;
  readonly kind: 'budget' | 'peer';
  /** What was measured: "0.93 (0.90–0.95)". */
  readonly measured: string;
  readonly verdict: 'ahead' | 'level' | 'behind';
  /** Why we are behind, where it is known; for the reader, as a whole sentence. */
  readonly reason?: string | undefined;
}

/** A budget, as a sentence of its scenario's report. */
export function budgetLine({ what, against, measured, verdict: word }: Standing): string {
  return verdict(`${what}: ${against}`, measured, word !== 'behind');
}

/** A budget of this project. */
export function budget(standing: {
  readonly what: string;
  readonly goal: string;
  readonly measured: string;
  readonly met: boolean;
  readonly reason?: string | undefined;
}): Standing {
  const { what, goal, measured, met, reason } = standing;
  return { what, against: goal, kind: 'budget', measured, verdict: met ? 'ahead' : 'behind', reason };
}

/**
 * A peer, by the ratio of ours to theirs, pair by pair.
 *
 * @param times above 1 is better for us, whatever is measured: where less is better, theirs to ours. It is level where
 *   the pairs do not agree on which is ahead
 */
export function beside(standing: {
  readonly what: string;
  readonly peer: string;
  readonly times: Spread;
  readonly reason?: string | undefined;
}): Standing {
  const { what, peer, times, reason } = standing;
  const word = times.min > 1 ? 'ahead' : times.max < 1 ? 'behind' : 'level';
  return { what, against: peer, kind: 'peer', measured: timesText(times), verdict: word, reason };
}
