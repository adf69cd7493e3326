import type { TailStatus } from '@ticker/mongo';
import type { ListenerCalls } from '../load/listener-calls.ts';
import type { PacedCalls } from '../load/paced.ts';
import type { Remote } from '../stage/remote.ts';
import type { Stage } from '../stage/stage.ts';

/** A way for ticks to get from the topic to listeners: ours, or what it is compared with. */
export interface Variant {
  /** As the report has it. */
  readonly name: string;
  /** How many listeners it has. */
  readonly listeners: number;
  /** Its ticks are kept nowhere: MongoDB has no part in it. */
  readonly inMemory?: true;
  /** Its ticks are published by a process of its own, not by the stage's publisher. */
  readonly ownPublisher?: true;
  /** Starts it; resolves when every listener gets every tick from now on. */
  open(stage: Stage): Promise<Open>;
}

/** A variant that runs. */
export interface Open {
  /** Where its listeners are. */
  readonly remote: Remote<ListenerCalls>;
  /** Who publishes for it, where it is not the stage's publisher. */
  readonly publisher?: Remote<PacedCalls>;
  /** Its process ids, by name. */
  readonly processes: ReadonlyMap<string, number>;
  /** How its tail is; undefined for a variant that has none of ours. */
  tail(): Promise<TailStatus | undefined>;
  /** Ends it. Never rejects. */
  close(): Promise<void>;
}
