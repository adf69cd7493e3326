import { resize } from '../topic-mismatch.ts';
import { HEADROOM, RETURN_SECONDS, topicSize } from '../topic-size.ts';
import { OVERLAP } from '@ticker/protocol';
import type { SizeOptions } from './size-options.ts';
import { UsageError } from './usage-error.ts';

/** What mongod takes at most: `max` below 2^31, `size` up to 1 PB. */
const MAX_LIMIT = 2 ** 31 - 1;
const SIZE_LIMIT = 2 ** 50;
/** What the server takes as BACKLOG_MAX at most (`server/src/config.ts`). */
const BACKLOG_LIMIT = 10_000_000;

/**
 * What `npm run size` prints: the settings, and how they come about.
 *
 * @throws UsageError where mongod can hold no such topic
 */
export function sizeReport({ topic, minutes, ...outage }: SizeOptions): string {
  const { rate, seconds, bytes } = outage;
  const { max, sizeBytes, oplogBytes, backlogBytes } = topicSize(outage);
  if (max > MAX_LIMIT || sizeBytes > SIZE_LIMIT) {
    throw new UsageError(
      `a capped collection holds up to ${MAX_LIMIT} ticks and ${SIZE_LIMIT} bytes: that would take ${max} and ${sizeBytes}`,
    );
  }
  const backlog = Math.min(max, BACKLOG_LIMIT);
  return `A reader may be away for ${minutes} min at ${rate} ticks a second, and misses nothing, with

  CAPPED_MAX=${max}
  CAPPED_SIZE=${sizeBytes}
  BACKLOG_MAX=${backlog}

CAPPED_MAX    ${rate}/s × (${seconds} s + ${RETURN_SECONDS} s) × ${HEADROOM} + ${OVERLAP}
              ${RETURN_SECONDS} s: to notice, to elect, and to read what was missed
              × ${HEADROOM}: for bursts; ${OVERLAP}: a reader that comes back proves by them that nothing was overwritten
CAPPED_SIZE   CAPPED_MAX × ${bytes} bytes, ${mebibytes(sizeBytes)} MiB: documents as BSON, without indexes or compression
BACKLOG_MAX   how far back browsers can go on: about ${mebibytes((backlogBytes / max) * backlog)} MiB of each server's memory${
    backlog < max ? ` (${BACKLOG_LIMIT} ticks are the most)` : ''
  }

So many ticks make ${mebibytes(oplogBytes)} MiB of oplog. A member of the set that is away for longer than its oplog lasts
(rs.printReplicationInfo() in mongosh) has to be made anew.

A topic that is there is resized while it is used, in mongosh (MongoDB 6.0 or newer):

  ${resize({ name: topic, sizeBytes, max })}
`;
}

function mebibytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}
