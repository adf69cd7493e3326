import type { TailStatus } from '@ticker/mongo';
import type { Standstill } from '@ticker/protocol';

/** Why a tail brings nothing; undefined where it brings what is published. Of a primary it is read as well as of others. */
export function standstillOf({
  state,
  memberState,
}: Pick<TailStatus, 'state' | 'memberState'>): Standstill | undefined {
  if (state === 'disconnected' || state === 'stalled') return 'unreadable';
  return state === 'degraded' && memberState !== 'PRIMARY' ? 'no_primary' : undefined;
}
