/** What was asked for can't be: nothing was begun. The message is one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
