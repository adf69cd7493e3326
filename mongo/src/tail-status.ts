import type { Choice, Members, MemberState } from './members.ts';
import { REOPEN_REASONS, type ReopenReason } from './reopen-reason.ts';

/** A getMore unanswered for longer than this shows as `stalled`, in milliseconds. It should take `awaitMs`. */
const STALLED_MS = 1_000;

export const TAIL_STATES = ['filling', 'live', 'degraded', 'stalled', 'disconnected'] as const;

export type TailState = (typeof TAIL_STATES)[number];

/** What a tail is doing, for `/api/status` and the logs. */
export interface TailStatus {
  readonly state: TailState;
  /** In words, what keeps it from being `live`; null when nothing does. */
  readonly why: string | null;
  /** "host:port" that is read from. */
  readonly member: string | null;
  readonly memberState: MemberState | null;
  /** The set's last write against the member's, in milliseconds (to the second: that is what members tell). */
  readonly lagMs: number | null;
  /** Cursors opened after the first. */
  readonly reopens: number;
  /** Places where ticks may be missing. */
  readonly gaps: number;
  readonly badDocuments: number;
}

/** Keeps the status of a tail. The tail tells it what happens; it never decides anything. */
export class TailMonitor {
  readonly #members: Members;
  #choice: Choice | undefined;
  #filled = false;
  #lost: string | null = null;
  #askedAt: number | undefined;
  /** How often each reason had another cursor opened. */
  readonly reopens = new Map<ReopenReason, number>(REOPEN_REASONS.map((reason) => [reason, 0]));
  gaps = 0;

  constructor(members: Members) {
    this.#members = members;
  }

  /** Reads from here now. */
  on(choice: Choice): void {
    this.#choice = choice;
    this.#lost = null;
  }

  /** The first fill is done. */
  filled(): void {
    this.#filled = true;
  }

  /** There is no cursor, because of `why`. */
  lost(why: string, choice?: Choice): void {
    this.#choice = choice;
    this.#lost = why;
    this.#askedAt = undefined;
  }

  /** Another cursor will be opened. */
  reopened(reason: ReopenReason): void {
    this.reopens.set(reason, this.reopens.get(reason)! + 1);
  }

  /** A question was sent to the member. */
  asked(): void {
    this.#askedAt = performance.now();
  }

  /** It was answered. */
  answered(): void {
    this.#askedAt = undefined;
  }

  status(badDocuments: number): TailStatus {
    const address = this.#choice?.address;
    const [state, why] = this.#state();
    return {
      state,
      why,
      member: address ?? null,
      memberState: address === undefined ? null : this.#members.state(address),
      lagMs: address === undefined ? null : (this.#members.lagMs(address) ?? null),
      reopens: [...this.reopens.values()].reduce((sum, count) => sum + count, 0),
      gaps: this.gaps,
      badDocuments,
    };
  }

  #state(): [TailState, string | null] {
    if (this.#lost) return ['disconnected', this.#lost];
    const waiting = this.#askedAt === undefined ? 0 : performance.now() - this.#askedAt;
    if (waiting > STALLED_MS) {
      return ['stalled', `${this.#choice?.address} has not answered for ${Math.round(waiting)} ms`];
    }
    if (!this.#filled) return ['filling', 'reading what the topic holds'];
    if (this.#choice?.degraded) return ['degraded', this.#choice.degraded];
    // Its cursor is well, and brings nothing: to call that live would leave people without a reason.
    if (!this.#members.hasPrimary)
      return ['degraded', 'no primary can be reached: where the set has none, nothing is published'];
    return ['live', null];
  }
}
