import { UNAUTHORIZED } from '@ticker/mongo';

/**
 * What to tell a person for an error of MongoDB. Where it refuses a right, its own message is the whole command; ours
 * says what is wrong and who mends it.
 *
 * @param topic "database.collection"
 * @returns another error; the very same where it is no refusal
 */
export function explainRefusal(error: unknown, topic: string): unknown {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  if (code !== UNAUTHORIZED) return error;
  const command = /to execute command \{ (\w+):/.exec(message)?.[1] ?? 'a command';
  const missing = MISSING[command];
  const words = missing
    ? `the topic ${topic} ${missing}, and this user may not make it: have an administrator run npm run roles`
    : `MongoDB refuses this user ${command} in ${topic}: have an administrator give it the role tickerPublisher`;
  return new Error(`${words} (docs/mongodb-roles.md)`, { cause: error });
}

/** What a command would have made. */
const MISSING: Partial<Record<string, string>> = {
  create: 'is missing',
  createIndexes: 'has no index',
};
