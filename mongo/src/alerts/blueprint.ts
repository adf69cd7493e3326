import type { IndexDescription } from 'mongodb';
import { splitNamespace } from '../namespace.ts';
import { namesOf } from '../queue/collections.ts';
import { DEAD_INDEXES, EXPIRY, queueIndexes } from '../queue/ensure-queue.ts';
import type { AlertNames } from './names.ts';

/** A collection as it is to be. */
export interface Blueprint {
  readonly database: string;
  readonly collection: string;
  readonly capped?: { readonly size: number; readonly max: number };
  readonly indexes: readonly IndexDescription[];
}

/** Alerts are a few hundred bytes: the bound is `max`, unless notes are long. */
const CAPPED = { size: 4 * 1024 * 1024, max: 10_000 };

/** The rules: for an owner's list, for the bound of their number (create-rule.ts), and for what is watched. */
const RULES: IndexDescription[] = [
  { key: { owner: 1, createdAt: -1, _id: -1 } },
  { key: { owner: 1, slot: 1 }, unique: true, partialFilterExpression: { slot: { $exists: true } } },
  { key: { state: 1 } },
];

/** For the dead deliveries of a rule. Other jobs of the queue have no such field, and no entry. */
const DEAD_BY_RULE: IndexDescription = { key: { 'payload.rule': 1, deadAt: -1 }, sparse: true };

/** The collections of the alerts. */
export function blueprints({ rules, alerts, queue }: AlertNames): {
  readonly rules: Blueprint;
  readonly alerts: Blueprint;
  readonly jobs: Blueprint;
  readonly dead: Blueprint;
} {
  const { database, jobs, dead } = namesOf(queue);
  return {
    rules: { ...splitNamespace(rules), indexes: RULES },
    alerts: { ...splitNamespace(alerts), capped: CAPPED, indexes: [] },
    jobs: { database, collection: jobs, indexes: [...queueIndexes(), EXPIRY] },
    dead: { database, collection: dead, indexes: [...DEAD_INDEXES, DEAD_BY_RULE] },
  };
}
