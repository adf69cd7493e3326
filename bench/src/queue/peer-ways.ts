import { findAndDelete } from './peers/find-and-delete.ts';
import { skipLockedWay } from './peers/skip-locked.ts';
import type { QueueWay } from './way.ts';
import { WAYS } from './ways.ts';

const BATCH = 100;

/** The peers. Each is loaded when it is opened: whoever measures something else need not load them all. */
export const PEER_WAYS = {
  skipLocked: skipLockedWay({ name: 'PostgreSQL, DELETE … SKIP LOCKED', by: 'delete', batch: 1 }),
  skipLockedMany: skipLockedWay({
    name: `PostgreSQL, DELETE … SKIP LOCKED LIMIT ${BATCH}`,
    by: 'delete',
    batch: BATCH,
  }),
  skipLockedClaim: skipLockedWay({ name: 'PostgreSQL, claim, then delete', by: 'claim', batch: 1 }),
  skipLockedClaimMany: skipLockedWay({
    name: `PostgreSQL, claim ${BATCH}, then delete`,
    by: 'claim',
    batch: BATCH,
  }),
  findAndDelete,
  mongodbQueue: {
    name: 'mongodb-queue 4',
    open: async (where) => (await import('./peers/mongodb-queue.ts')).openMongodbQueue(where),
  },
  agenda: {
    name: 'agenda 6',
    open: async (where) => (await import('./peers/agenda.ts')).openAgenda(where),
  },
  pgBoss: {
    name: 'pg-boss 10',
    open: async (where) => (await import('./peers/pg-boss.ts')).openPgBoss(where, 1),
  },
  pgBossMany: {
    name: `pg-boss 10, ${BATCH} at a time`,
    open: async (where) => (await import('./peers/pg-boss.ts')).openPgBoss(where, BATCH),
  },
  graphileWorker: {
    name: 'graphile-worker 0.16',
    open: async (where) => (await import('./peers/graphile-worker.ts')).openGraphileWorker(where),
  },
} satisfies Record<string, QueueWay>;

/** All that the workers' process knows, by its name between the processes. */
export const ALL_WAYS = { ...WAYS, ...PEER_WAYS };

export type AnyWayName = keyof typeof ALL_WAYS;
