/** What was asked for can't be: nothing was begun. The message is one line; the process ends with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
