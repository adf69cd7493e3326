import type { Document } from 'mongodb';
import type { Collections } from './collections.ts';

/** When something will change by itself: milliseconds from now, negative when overdue, Infinity when nothing will. */
export interface NextChange {
  /** The next delayed job is due. */
  readonly dueMs: number;
  /** The next lease ends. */
  readonly leaseMs: number;
}

/** Asks the server, whose clock counts. One command, two looks at an index. */
export async function nextChange({ jobs }: Collections, signal: AbortSignal): Promise<NextChange> {
  const found = await jobs
    .aggregate<{ field: string; ms: number }>(
      [...first('dueAt'), { $unionWith: { coll: jobs.collectionName, pipeline: first('leaseUntil') } }],
      { signal },
    )
    .toArray();
  const of = (name: string): number => found.find(({ field }) => field === name)?.ms ?? Infinity;
  return { dueMs: of('dueAt'), leaseMs: of('leaseUntil') };
}

function first(field: string): Document[] {
  return [
    // No other condition: another index would have to be tried for it.
    { $match: { [field]: { $type: 'date' } } },
    { $sort: { [field]: 1 } },
    { $limit: 1 },
    { $project: { _id: 0, field: { $literal: field }, ms: { $subtract: [`$${field}`, '$$NOW'] } } },
  ];
}
