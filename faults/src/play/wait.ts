import { setTimeout as delay } from 'node:timers/promises';

const LOOK_MS = 100;

/** Asks until it holds; whether it did in so many milliseconds. What throws does not hold yet. */
export async function waitUntil(
  holds: () => Promise<boolean> | boolean,
  patienceMs: number,
): Promise<boolean> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const held = await Promise.resolve()
      .then(holds)
      .catch(() => false);
    if (held) return true;
    if (performance.now() > until) return false;
    await delay(LOOK_MS);
  }
}
