import {
  MongoNetworkError,
  MongoNetworkTimeoutError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb';
import { UNAUTHORIZED } from './error-code.ts';

/** Why a tail opened another cursor, for programs: these, and no others. */
export const REOPEN_REASONS = [
  /** Became primary, rolled back, recovers, or was away. */
  'member_changed_state',
  /** Is too far behind the set, and another one is not. */
  'member_lags',
  /** Was a makeshift, and a fresh secondary is there again, or one with tags that are wanted more. */
  'better_member',
  /** Carries at least two tails more than another one that is as good. */
  'member_crowded',
  /** Left a question unanswered. */
  'member_silent',
  /** The connection broke, or could not be made. */
  'connection_lost',
  /** The member ended the cursor: overwritten (CappedPositionLost), killed, the topic dropped or not capped. */
  'cursor_lost',
] as const;

export type ReopenReason = (typeof REOPEN_REASONS)[number];

/** A reason to open another cursor elsewhere. */
export interface Leave {
  readonly code: ReopenReason;
  /** In words, with the member's name. */
  readonly why: string;
}

/** What an error means that ended a cursor, or kept one from being opened. */
export function reopenReason(error: unknown): ReopenReason {
  if (error instanceof MongoNetworkTimeoutError) return 'member_silent';
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError)
    return 'connection_lost';
  return 'cursor_lost';
}

/**
 * The same in words, without what mongod adds of the refused command: session and cluster time are nobody's concern.
 *
 * @param collection "database.collection" that was to be read
 * @param role the role that allows it
 */
export function reopenWhy(error: unknown, collection: string, role: string): string {
  if (error instanceof MongoServerError && error.code === UNAUTHORIZED) {
    return `the user of MONGODB_URI may not read ${collection}: it needs the role ${role} (npm run roles)`;
  }
  return error instanceof Error ? error.message : String(error);
}
