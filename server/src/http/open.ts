import { Refusal } from '../refusal.ts';

/** What routes of the alerts ask. */
export interface Desk {
  /** In words, why alerts can't be had now; undefined when they can. */
  readonly unavailable: string | undefined;
}

/**
 * @param desk undefined: there is none on this server (`ALERTS`)
 * @throws Refusal where there are no alerts, or not now
 */
export function open<One extends Desk>(desk: One | undefined): One {
  if (!desk) throw new Refusal(404, 'off', 'alerts are off on this server (ALERTS)');
  if (desk.unavailable !== undefined) throw new Refusal(503, 'unavailable', desk.unavailable);
  return desk;
}
