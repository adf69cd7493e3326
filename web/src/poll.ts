/** From an answer to the next question, in milliseconds: so a slow server is not asked the faster. */
const PERIOD_MS = 2_000;

/**
 * Reads something at once, and every two seconds while the page is visible; what is under way is broken off when the page is
 * hidden.
 *
 * @param read must not reject
 * @returns what ends it
 */
export function poll<T>(read: (ended: AbortSignal) => Promise<T>, tell: (answer: T) => void): () => void {
  const ended = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reading: AbortController | undefined;
  const look = async (): Promise<void> => {
    clearTimeout(timer);
    if (document.visibilityState !== 'visible') return reading?.abort();
    if (reading && !reading.signal.aborted) return;
    const own = (reading = new AbortController());
    const answer = await read(own.signal);
    if (own.signal.aborted) return;
    reading = undefined;
    tell(answer);
    timer = setTimeout(() => void look(), PERIOD_MS);
  };
  document.addEventListener('visibilitychange', () => void look(), { signal: ended.signal });
  void look();
  return () => {
    ended.abort();
    reading?.abort();
    clearTimeout(timer);
  };
}
