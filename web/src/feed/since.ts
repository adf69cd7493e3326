import { Limits } from '@ticker/protocol';
import { newestIds, type RecentIds } from './recent-ids.ts';

/** Bytes that the ids may take: the rest of a subscribe is up to 100 names of 32 characters, quoted, and little else. */
const BYTES = Limits.messageBytes - 4096;

/**
 * What to send as `since`: the ids handed on last, oldest first, and at the end the last heartbeat's `last`, where it
 * is another, so that a quiet ticker is no false gap. PROTOCOL.md, "subscribe".
 *
 * The oldest ones are left out beyond 256 and beyond what a frame may hold: ids go up to 200 characters, and 256 of
 * those would be closed with 1009 for ever. A short list may bring ticks twice, never omits one, and the feed hands no
 * id on twice.
 */
export function sinceIds(recent: RecentIds, last: string | null): string[] {
  const ids = newestIds(recent, Limits.since);
  if (last !== null && !ids.includes(last)) ids.push(last);
  let bytes = 0;
  let first = ids.length;
  while (first > Math.max(0, ids.length - Limits.since)) {
    // Ids are ASCII: hex digits, base64url and `~`. Two quotes and a comma each.
    bytes += (ids[first - 1]?.length ?? 0) + 3;
    if (bytes > BYTES) break;
    first--;
  }
  return ids.slice(first);
}
