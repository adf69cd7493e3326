import { type Answer, ask } from '../answer.ts';
import type { ServerStatus } from './server-status.ts';

/** How the server is; `ended` breaks it off. */
export function readStatus(ended: AbortSignal): Promise<Answer<ServerStatus>> {
  return ask('GET', '/api/status', undefined, ended);
}
