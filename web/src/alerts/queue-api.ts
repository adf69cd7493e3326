import type { QueueReport } from '@ticker/protocol';
import { type Answer, ask } from '../answer.ts';

/** How many jobs the server's work queue holds; `ended` breaks it off. */
export function readQueue(ended: AbortSignal): Promise<Answer<QueueReport>> {
  return ask('GET', '/api/queue', undefined, ended);
}
