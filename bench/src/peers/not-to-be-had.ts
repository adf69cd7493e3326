/** A peer that can't be had here: a scenario says so in its report, and goes on without it. */
export class NotToBeHad extends Error {
  override readonly name = 'NotToBeHad';
}

/**
 * What `get` gives; undefined where it is not to be had here: then the log and `absent` have the line that says why.
 *
 * @param absent of the scenario: {@link Findings.absent}
 * @throws Error what `get` throws otherwise
 */
export async function ifToBeHad<T>(
  get: () => Promise<T>,
  absent: string[],
  log: (line: string) => void,
): Promise<T | undefined> {
  try {
    return await get();
  } catch (error) {
    if (!(error instanceof NotToBeHad)) throw error;
    log(error.message);
    absent.push(error.message);
    return undefined;
  }
}
