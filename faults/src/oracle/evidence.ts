// What the oracle is given. It knows nothing of our code: what was published, by those who published it; what came, as
// the text of every frame; and what the collection holds at the end. All moments are of one monotonic clock, in ms.

/** A tick, as PROTOCOL.md has it on the wire. */
export interface Tick {
  readonly id: string;
  readonly time: number;
  readonly ticker: string;
  readonly price: number;
}

/** A tick that somebody tried to insert. */
export interface Publication {
  readonly tick: Tick;
  /** Before the insert's first try was sent. */
  readonly sentAt: number;
  /** When its majority write was acknowledged; null: never, so that its outcome is unknown. */
  readonly acknowledgedAt: number | null;
}

/** What came in one piece: a text message, an event of a stream with its lines, or what a feed handed on, as JSON. */
export interface Frame {
  readonly at: number;
  readonly text: string;
}

/** One connection of a subscriber. */
export interface Leg {
  /** The ids that it asked to go on after, oldest first; none on a first visit. */
  readonly since: readonly string[];
  /** Whether PROTOCOL.md calls such a list full: then nothing may be repeated after it. */
  readonly full: boolean;
  readonly frames: readonly Frame[];
}

/** All that one subscriber got. */
export interface Recording {
  readonly name: string;
  readonly via: 'socket' | 'stream' | 'feed';
  readonly mode: 'all' | 'latest';
  /** `*`, or names. */
  readonly tickers: readonly string[];
  readonly legs: readonly Leg[];
}

/** Everything about one play. */
export interface Evidence {
  readonly publications: readonly Publication[];
  readonly recordings: readonly Recording[];
  /** The topic at the end, read from the primary. */
  readonly collection: readonly Tick[];
  /** Whether the collection may have lost ticks since the play began: by rollover, or because it was made anew. */
  readonly overwritten: boolean;
}
