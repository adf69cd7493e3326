import type { Problem } from '../answer.ts';

/**
 * Whether alerts can be had here. `off`: this server has none, or is older than they are; `unauthorised`, `forbidden`: not
 * with this token; `unreachable`: not now.
 */
export type Access = 'loading' | 'on' | 'off' | 'unauthorised' | 'forbidden' | 'unreachable';

/** What a request that failed says of that; for those whose address exists wherever there are alerts. */
export function accessAfter({ status }: Problem): Access {
  if (status === 404) return 'off';
  if (status === 401) return 'unauthorised';
  if (status === 403) return 'forbidden';
  return 'unreachable';
}
