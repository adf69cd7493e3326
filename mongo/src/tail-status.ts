import type { Choice, Members, MemberState } from './members.ts';

/** A getMore unanswered for longer than this shows as `stalled`, in milliseconds. It should take `awaitMs`. */
const STALLED_MS = 1_000;

export type TailState = 'filling' | 'live' | 'degraded' | 'stalled' | 'disconnected';

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
  reopens = 0;
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
      reopens: this.reopens,
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
    return this.#choice?.degraded ? ['degraded', this.#choice.degraded] : ['live', null];
  }
}
