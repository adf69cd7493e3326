import { setTimeout as delay } from 'node:timers/promises';

/** What a page waits for the database: who looks at it wants to know how we are when that one is away. */
const PATIENCE_MS = 1_000;

/** What the database answers; null where it does not, or takes more than a second. Never rejects. */
export async function inTime<Answer>(ask: () => Promise<Answer | null>): Promise<Answer | null> {
  const answered = new AbortController();
  const late = delay(PATIENCE_MS, null, { signal: answered.signal }).catch(() => null);
  try {
    return await Promise.race([ask().catch(() => null), late]);
  } finally {
    answered.abort();
  }
}
