import type { AlertFeed } from '../alerts/alert-feed.ts';
import { Refusal } from '../refusal.ts';

/** What routes of the alerts ask. */
export type Desk = AlertFeed;

/** Alerts start within a second, after the server: who is faster than they are waits so long. */
const STARTING_MS = 5_000;

/**
 * Waits for alerts that are about to be there.
 *
 * @param desk undefined: there is none on this server (`ALERTS`)
 * @throws Refusal where there are no alerts, or not now
 */
export async function open<One extends Desk>(desk: One | undefined): Promise<One> {
  if (!desk) throw new Refusal(404, 'off', 'alerts are off on this server (ALERTS)');
  if (desk.state === 'starting') await settled(desk);
  if (desk.unavailable !== undefined) throw new Refusal(503, 'unavailable', desk.unavailable);
  return desk;
}

async function settled(desk: Desk): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      desk.log.leave(listener);
      resolve();
    };
    const listener = { pump: () => desk.state !== 'starting' && end() };
    const timer = setTimeout(end, STARTING_MS);
    desk.log.join(listener);
  });
}
