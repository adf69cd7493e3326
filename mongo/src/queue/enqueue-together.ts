import { MongoError, MongoInvalidArgumentError } from 'mongodb';
import type { Collections } from './collections.ts';
import { type Enqueued, enqueueEach } from './enqueue.ts';
import { Gather } from './gather.ts';
import type { NewJob } from './new-job.ts';

/** Jobs of a call that shares its command with others: larger ones gain nothing by it. */
export const TOGETHER_MAX = 10;

type Request = readonly NewJob<unknown>[];
/** An error is that request's own. */
type Answer = readonly Enqueued[] | Error;

/**
 * Enqueues for many callers of a process by few commands, as claims and completions are.
 *
 * What a command costs the members is mostly not its jobs. Jobs/s of callers that each enqueue one after another, and CPU
 * seconds of three mongods for 1 000 jobs; two cores, in turn, medians of five pairs:
 *
 * | callers, w   | a command each | this          | ×    |
 * |--------------|----------------|---------------|------|
 * | 1, majority  | 345, 3.1 s     | 343, 3.2 s    | 0.93 |
 * | 5, majority  | 529, 2.1 s     | 873, 1.4 s    | 1.65 |
 * | 25, majority | 1 338, 0.9 s   | 3 050, 0.4 s  | 2.28 |
 * | 25, 1        | 2 324, 0.5 s   | 6 975, 0.2 s  | 3.14 |
 *
 * @param most jobs of a command
 */
export function gatherEnqueues(queue: Collections, most: number): Gather<Request, Answer> {
  const run = async (requests: readonly Request[]): Promise<Answer[]> => {
    try {
      const answers = await enqueueEach(queue, requests.flat());
      let at = 0;
      return requests.map(({ length }) => whole(answers.slice(at, (at += length))));
    } catch (error) {
      if (requests.length === 1 || !isUnsent(error)) throw error;
      // The driver refused one of them, and sent nothing: no other shall suffer for it.
      const alone = requests.map((request) => run([request]).catch((why: Error): Answer[] => [why]));
      return (await Promise.all(alone)).flat();
    }
  };
  return new Gather(run, { size: ({ length }) => length, most });
}

function whole(answers: readonly (Enqueued | Error)[]): Answer {
  return answers.find((answer) => answer instanceof Error) ?? (answers as readonly Enqueued[]);
}

/** It can't be written as BSON, or is too large: that shows before anything goes to the server. */
function isUnsent(error: unknown): boolean {
  return !(error instanceof MongoError) || error instanceof MongoInvalidArgumentError;
}
