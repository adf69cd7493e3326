import type { MongoClientOptions } from 'mongodb';

const AUTHENTICATION_FAILED = 18;

/**
 * The user that members are to each other, whose password is their key file: it is there before any other user is, on
 * any member, and may do everything.
 *
 * Instead of MongoDB's exception for localhost: that makes a first user only from the primary's own machine, and a start
 * that was cut short between the set and its first user may go on with another primary.
 */
export function internalUser(key: string): MongoClientOptions {
  return {
    auth: { username: '__system', password: key },
    authSource: 'local',
    authMechanism: 'SCRAM-SHA-256',
  };
}

/** The same error, or, where it says that the key is not the members', one that says where the key came from. */
export function keyError(error: unknown, members: readonly string[]): unknown {
  if ((error as { code?: unknown }).code !== AUTHENTICATION_FAILED) return error;
  return new Error(
    `MongoDB at ${members.join(', ')} refuses the key: admin/keyfile in SECRETS is not the one that the members were ` +
      'started with (--keyFile)',
    { cause: error },
  );
}
