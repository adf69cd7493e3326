import type { Tickers } from '../hub/filter.ts';
import type { SessionContext } from './session-context.ts';

/** How long a resume waits for a tick that exists, but has not reached this process yet. */
const ARRIVAL_MS = 5_000;

/**
 * Waits for a tick that exists but has not reached this process: two secondaries are not equally far, so "not here
 * yet" is not "gone". Not for one that is not in the topic, nor for longer than 5 s.
 *
 * @param tickers that may be read: a tick of another one is as good as none
 * @param closed aborts when nobody waits any more
 */
export async function arrival(
  { hub, exists }: Pick<SessionContext, 'hub' | 'exists'>,
  id: string,
  tickers: Tickers,
  closed: AbortSignal,
): Promise<void> {
  if ((await exists(id, tickers)) === false) return;
  await hub.arrival(id, tickers, AbortSignal.any([closed, AbortSignal.timeout(ARRIVAL_MS)]));
}
