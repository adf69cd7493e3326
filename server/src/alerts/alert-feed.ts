import type { AlertLog } from './alert-log.ts';

/** What sessions need of the process' alerts. */
export interface AlertFeed {
  readonly state: 'starting' | 'ready' | 'unavailable';
  /** In words, why alerts can't be had now; undefined when they can. */
  readonly unavailable: string | undefined;
  /** Its listeners are told when the state changes, too. */
  readonly log: AlertLog;
}
