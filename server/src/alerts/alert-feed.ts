import type { AlertLog } from './alert-log.ts';

export type AlertsState = 'starting' | 'ready' | 'unavailable';

/** What sessions need of the process' alerts. */
export interface AlertFeed {
  readonly state: AlertsState;
  /** In words, why alerts can't be had now; undefined when they can. */
  readonly unavailable: string | undefined;
  /** Its listeners are told when the state changes, too. */
  readonly log: AlertLog;
}
