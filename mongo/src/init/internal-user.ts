import type { MongoClientOptions } from 'mongodb';

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
