import type { AlertReport } from '../feed/event.ts';
import type { AlertDesk } from './alert-desk.ts';
import type { Inbox } from './inbox.ts';

/** The part of the page that is about alerts. */
export type AlertParts = typeof import('../ui/alerts/alert-parts.ts') & { readonly desk: AlertDesk };

/**
 * Loads it once the page is there: the first price does not wait for it. Rejects where it can't be had, as after a new
 * version was put in the place of this one.
 */
export async function loadAlerts(inbox: Inbox<AlertReport>, watchAgain: () => void): Promise<AlertParts> {
  // Not the first frame: a page that is opened in the background has none, and is the one that has to notify.
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  const parts = await import('../ui/alerts/alert-parts.ts');
  return { ...parts, desk: parts.openDesk(inbox, watchAgain) };
}
