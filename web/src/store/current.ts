import type { View } from './store.ts';

/** The states in which prices come as they are published. Draining is live, and more. */
const CURRENT: ReadonlySet<string> = new Set(['live', 'draining']);

/** Whether the feed is live, whatever the page shows. */
export function isLive({ connection }: Pick<View, 'connection'>): boolean {
  return CURRENT.has(connection.status);
}

/** Whether what is shown is the price of now: else it is shown pale. */
export function isCurrent(view: Pick<View, 'connection' | 'paused'>): boolean {
  return isLive(view) && view.paused === null;
}
