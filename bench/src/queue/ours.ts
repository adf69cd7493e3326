import { ensureQueue, Queue } from '@ticker/mongo';
import { DATABASE, JobStore, numberedJob } from './job-store.ts';
import type { Ledger } from './ledger.ts';
import { loops } from './loops.ts';
import type { OpenQueue, Place, QueueWay, WorkOrder } from './way.ts';

const COLLECTION = 'queue';
export const OUR_QUEUE = `${DATABASE}.${COLLECTION}`;

/** What our ways' jobs carry. */
export interface Numbered {
  readonly number: number;
}

export interface OurWay {
  readonly name: string;
  readonly strict: boolean;
  /** Every worker has a queue object of its own, as if it were a process of its own. */
  readonly apart: boolean;
}

/** Our queue, with work that is done through its public interface. */
export async function openOurs(
  { client, writeConcern }: Place,
  work: (queue: () => Queue<Numbered>, order: WorkOrder, ledger: Ledger) => Promise<void>,
): Promise<OpenQueue> {
  await ensureQueue(client, { name: OUR_QUEUE });
  const store = new JobStore(client, COLLECTION, writeConcern);
  const queue = () => new Queue<Numbered>(client, { name: OUR_QUEUE, writeConcern });
  const enqueuing = queue();
  return {
    seed: async (count) => {
      if (count > 0) return store.seed(count);
      await client.db(DATABASE).dropCollection(COLLECTION);
      await ensureQueue(client, { name: OUR_QUEUE });
    },
    enqueue: (first, count) => {
      const jobs = Array.from({ length: count }, (_, index) => {
        const { payload, priority } = numberedJob(first + index, 0);
        return { payload, priority };
      });
      const [job] = jobs;
      return count === 1 ? enqueuing.enqueue(job!.payload, job) : enqueuing.enqueueMany(jobs);
    },
    state: () => store.state(),
    work: (order, ledger) => work(queue, order, ledger),
    close: async () => {},
  };
}

/** `claimMany(batch)` and `completeMany`; with a batch of one `claim` and `complete`. */
export function ourClaims({ name, strict, apart, batch }: OurWay & { readonly batch: number }): QueueWay {
  return {
    name,
    open: (where) =>
      openOurs(where, async (newQueue, order, ledger) => {
        const shared = newQueue();
        const queues = Array.from({ length: order.workers }, () => (apart ? newQueue() : shared));
        await loops(order, async ({ worker }) => {
          const queue = queues[worker]!;
          const jobs = await queue.claimMany(batch, { strict });
          for (const { payload } of jobs) ledger.ran(payload.number);
          const lost = await queue.completeMany(jobs);
          ledger.completed(jobs.length - lost.length);
          return jobs.length > 0;
        });
      }),
  };
}
