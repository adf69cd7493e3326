import type { DeadLetter } from '../queue/dead-letters.ts';
import type { Queue } from '../queue/queue.ts';
import { showId } from './queue-options.ts';

/** `npm run queue -- dead`: the dead letters, the newest first. */
export async function showDead(
  queue: Queue,
  { json, limit }: { readonly json: boolean; readonly limit: number },
): Promise<void> {
  const letters = await queue.deadLetters(limit);
  for (const letter of letters) console.log(json ? line(letter) : text(letter));
  if (letters.length === 0 && !json) console.log('there are no dead letters');
  if (letters.length === limit) console.error(`there may be more than these ${limit} (--limit)`);
}

function line({ id, ...rest }: DeadLetter): string {
  return JSON.stringify({ id: showId(id), ...rest });
}

function text({ id, key = '-', deadAt, attempts, lastError }: DeadLetter): string {
  const when = deadAt instanceof Date ? deadAt.toISOString() : '-';
  const times = `${attempts} attempt${attempts === 1 ? '' : 's'}`;
  // What a shell user, or a receiver's answer, may have put there must not steer the terminal.
  return [showId(id), key, when, times, lastError].join('  ').replaceAll(/\p{Cc}+/gu, ' ');
}
