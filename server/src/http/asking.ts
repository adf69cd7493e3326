import { AlertsUnavailable } from '@ticker/mongo';
import { Refusal } from '../refusal.ts';

/**
 * Asks the database something for a request.
 *
 * @throws Refusal 503 where it can't be asked, without its words: they name its hosts. What is no fault of the database
 *   as it is
 */
export async function asking<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (cause) {
    if (!isOfDatabase(cause)) throw cause;
    throw new Refusal(503, 'unavailable', 'the database does not answer: try again in a moment', { cause });
  }
}

/** The driver's errors are known by their names here: its classes are mongo/'s. */
function isOfDatabase(error: unknown): boolean {
  if (error instanceof AlertsUnavailable) return true;
  return error instanceof Error && (error.name.startsWith('Mongo') || error.name === 'TimeoutError');
}
