import { EVERY_TICKER } from '@ticker/protocol';
import type { Hub } from '../hub/hub.ts';
import type { ArmingOptions } from './arming.ts';
import { pause } from './pause.ts';

/** What is current has every tick after this, in milliseconds: see `Upstream.isCurrent`; and members tell it by the second. */
const ARRIVAL_MS = 3_000;

/** A tail that has just moved, or a member that hung for a moment, is waited for: so long, looking so often. */
const CATCH_UP_MS = 3_000;
const LOOK_MS = 100;

export interface StandpointOptions {
  readonly hub: {
    readonly backlog: Pick<Hub['backlog'], 'position' | 'last'>;
    readonly arrival: Hub['arrival'];
  };
  readonly exists: ArmingOptions['exists'];
  readonly isCurrent: ArmingOptions['isCurrent'];
}

const NEVER = new AbortController().signal;

/**
 * Where a rule that this process arms watches from. A process that is behind must arm none: ticks that others have seen
 * long ago, and that may have fired the rule already, would fire it again.
 */
export class Standpoint {
  readonly #options: StandpointOptions;

  constructor(options: StandpointOptions) {
    this.#options = options;
  }

  /**
   * @param position where the rule stood, perhaps by another process; null: nowhere yet
   * @returns id of the newest tick that is held, of any ticker, which is not older than `position`; null: none is held,
   *   and none was; undefined: this process is behind
   */
  async after(position: string | null): Promise<string | null | undefined> {
    const { hub, exists, isCurrent } = this.#options;
    const { backlog } = hub;
    const isHeld = (): boolean => position !== null && backlog.position(position) !== undefined;
    const mayArm = (): boolean => isHeld() || isCurrent();
    for (let waited = 0; !mayArm() && waited < CATCH_UP_MS; waited += LOOK_MS) await pause(LOOK_MS, NEVER);
    if (position !== null && !isHeld()) {
      if (!isCurrent()) return undefined;
      // It has not come yet; or it has been overwritten, here at least.
      if ((await exists(position, EVERY_TICKER)) !== false) {
        await hub.arrival(position, EVERY_TICKER, AbortSignal.timeout(ARRIVAL_MS));
      }
    }
    return mayArm() ? (backlog.last?.id ?? null) : undefined;
  }
}
