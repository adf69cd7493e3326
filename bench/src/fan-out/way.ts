import type { CrowdCalls } from '../load/crowd.ts';
import type { Remote } from '../stage/remote.ts';
import type { Stage } from '../stage/stage.ts';

/** A way for ticks to fan out to many sockets: ours, or what it is compared with. */
export interface FanWay {
  readonly name: string;
  /**
   * Starts it with its clients; resolves when every one gets every tick from now on.
   *
   * @throws NotToBeHad where it can't be had here
   */
  open(stage: Stage, clients: number, log: (line: string) => void): Promise<OpenFan>;
}

/** A way that runs. */
export interface OpenFan {
  /** Its clients and its publisher. */
  readonly crowd: Remote<CrowdCalls>;
  /** The process that writes to the sockets: whose CPU is counted. */
  readonly pid: number;
  /** Ends it. Never rejects. */
  close(): Promise<void>;
}
