/**
 * Does something that may be broken off, and breaks it off itself after so many milliseconds. By hand: AbortSignal.any is
 * younger than the browsers that the page is built for.
 *
 * @param ms how long it may take
 * @param ended breaks it off sooner
 * @param act gets a signal that is aborted in either case, and is to reject then
 */
export async function patiently<T>(
  ms: number,
  ended: AbortSignal | undefined,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const patience = new AbortController();
  const giveUp = (): void => patience.abort();
  if (ended?.aborted) giveUp();
  const timer = setTimeout(giveUp, ms);
  ended?.addEventListener('abort', giveUp);
  try {
    return await act(patience.signal);
  } finally {
    clearTimeout(timer);
    ended?.removeEventListener('abort', giveUp);
  }
}
