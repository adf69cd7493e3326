/**
 * Waits `ms` milliseconds, or until the signal aborts. By the global timer, so that the fake clock of a test moves it; that
 * of `@ticker/mongo` none does.
 */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
