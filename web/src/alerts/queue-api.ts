import type { QueueReport } from '@ticker/protocol';
import { type Answer, ask } from './answer.ts';

/** How many jobs the server's work queue holds. */
export function readQueue(): Promise<Answer<QueueReport>> {
  return ask('GET', '/api/queue');
}
