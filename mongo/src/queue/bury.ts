import { type ClientSession, MongoError } from 'mongodb';
import type { Collections } from './collections.ts';

const BATCH = 100;

/** As they are, with the very types of their values: a Double stays one, though JavaScript knows only numbers. */
export const AS_IT_IS = { promoteValues: false, bsonRegExp: true } as const;

/**
 * Moves the dying jobs to the dead letters, where no TTL finds them and no shell user claims them.
 *
 * A job dies in two steps. `fail` and `reap` mark it by their one command, and with that it is dead: nobody claims it
 * or finishes it any more. Here it is moved, in a transaction, so that it is in one place at every moment, whoever is
 * killed when. Both were rejected alone: to copy and then delete may double a job that is redriven in between, and a
 * transaction without the mark would, when its process is killed, hold up for a minute (`transactionLifetimeLimit-
 * Seconds`) the reaper's update, which waits for it. Two transactions don't wait: one is refused, and that is all
 * right, since the other does the work.
 *
 * @returns how many were moved; those that are left, or that a transaction of another holds, are for the next time
 */
export async function bury(queue: Collections): Promise<number> {
  let moved = 0;
  for (let count = BATCH; count === BATCH; moved += count) {
    count = await queue.client.withSession((session) => buryBatch(queue, session));
  }
  return moved;
}

async function buryBatch({ jobs, dead, writeConcern }: Collections, session: ClientSession): Promise<number> {
  const dying = { deadAt: { $type: 'date' as const }, endTime: null };
  const hint = { deadAt: 1 };
  if (!(await jobs.findOne(dying, { hint, projection: { _id: 1 } }))) return 0;
  session.startTransaction({ writeConcern });
  try {
    const found = await jobs.find(dying, { ...AS_IT_IS, hint, limit: BATCH, session }).toArray();
    const ids = found.map(({ _id }) => _id);
    if (ids.length > 0) {
      // An upsert: a shell user may give a second job the `_id` of one that died.
      const letters = found.map((replacement) => ({
        replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true },
      }));
      await dead.bulkWrite(letters, { session });
      await jobs.deleteMany({ _id: { $in: ids } }, { session });
    }
    await session.commitTransaction();
    return ids.length;
  } catch (error) {
    await session.abortTransaction().catch(() => {});
    if (error instanceof MongoError && error.hasErrorLabel('TransientTransactionError')) return 0;
    throw error;
  }
}
