import { type ClientSession, MongoServerError } from 'mongodb';
import { DUPLICATE_KEY } from '../error-code.ts';
import { AS_IT_IS, bury } from './bury.ts';
import type { Collections } from './collections.ts';
import type { JobId } from './job-document.ts';

/** What became of dead letters that were to be redriven. */
export interface Redriven {
  readonly redriven: number;
  /** Ids of those that stay dead letters: another job has their key now. */
  readonly refused: readonly JobId[];
}

/**
 * Has dead letters wait again, in their old place in the order, with all their attempts before them; the last error
 * stays with them. Each by a transaction of its own: it is in one place at every moment.
 *
 * @param ids which; unknown ones are left out. Without: all, the longest dead first
 */
export async function redrive(queue: Collections, ids?: readonly JobId[]): Promise<Redriven> {
  await bury(queue);
  const letters = ids ?? (await allIds(queue));
  const refused: JobId[] = [];
  let redriven = 0;
  await queue.client.withSession(async (session) => {
    for (const id of letters) {
      try {
        redriven += await redriveOne(queue, id, session);
      } catch (error) {
        if (!(error instanceof MongoServerError) || error.code !== DUPLICATE_KEY) throw error;
        refused.push(id);
      }
    }
  });
  return { redriven, refused };
}

async function allIds({ dead }: Collections): Promise<JobId[]> {
  const found = await dead.find({}, { sort: { deadAt: 1 }, projection: { _id: 1 } }).toArray();
  return found.map(({ _id }) => _id);
}

async function redriveOne(
  { jobs, dead, writeConcern }: Collections,
  id: JobId,
  session: ClientSession,
): Promise<number> {
  return session.withTransaction(
    async () => {
      const letter = await dead.findOneAndDelete({ _id: id }, { ...AS_IT_IS, session });
      if (!letter) return 0;
      const { deadAt: _, ...job } = letter;
      await jobs.insertOne({ ...job, startTime: null, endTime: null, attempts: 0 }, { session });
      return 1;
    },
    { writeConcern },
  );
}
