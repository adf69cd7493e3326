import type { LoadOptions } from '../load/load.ts';
import type { Scene } from '../play/scene.ts';
import type { Ring } from '../stage/topic.ts';

/** What a play is played with, where it is not as usual. */
export interface Setting {
  readonly load?: LoadOptions;
  readonly ring?: Ring;
  /** Whether jobs and alerts are played too; they are by default. */
  readonly work?: false;
  /** Whether all kinds of subscribers are there, or a single socket; all are by default. */
  readonly audience?: 'socket';
  /** Of both servers. */
  readonly environment?: Record<string, string>;
}

/** A fault that was made. */
export interface Injury {
  /**
   * What must become true while it lasts: asked until nothing is left to be said. It lasts until then, within limits.
   *
   * @returns a line for each thing that is not as it must be
   */
  readonly must?: () => Promise<readonly string[]>;
  /** Takes it away. */
  readonly heal: () => Promise<void>;
  /** How its end is seen, besides that both servers' tails are live. */
  readonly recovered?: () => Promise<boolean>;
  /** What is wrong when the play is over and all have everything. @param note told what else a reader should know */
  readonly after?: (note: (line: string) => void) => Promise<readonly string[]>;
}

/** Something that goes wrong. */
export interface Fault {
  /** As the command line has it. */
  readonly name: string;
  readonly about: string;
  /** How long it lasts before it is taken away, in milliseconds. */
  readonly holdMs: number;
  /** Whether subscribers may be told of gaps; `owed`: they must be. */
  readonly gaps: 'none' | 'allowed' | 'owed';
  /** The ring goes round, or is made anew. */
  readonly overwrites?: true;
  /** Of a setting of its own, or not to be joined with others: not in chains. */
  readonly alone?: true;
  readonly setting?: Setting;
  /** Why it can't be made on this machine; undefined where it can. */
  readonly impossible?: () => Promise<string | undefined>;
  readonly inject: (scene: Scene) => Promise<Injury>;
}
