import { defineConfig } from 'vitest/config';

// Workspaces resolve to their sources, so tests need no build; only tests that start a program do.
const conditions = ['source', 'module', 'node'];
const HOSTILE = 'server/test/hostile/*.mongo.test.ts';
// A machine that does other things too is no fault.
const patient = { expect: { poll: { timeout: 20_000 } } };
// Elections and time limits of a real set on a busy machine: one that fails is tried again, twice at most, and `npm test` names it.
const again = { retry: 2 };
const shared = { resolve: { conditions }, ssr: { resolve: { conditions } } };

export default defineConfig({
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: ['*/test/**/*.test.{ts,tsx}'],
          testTimeout: 20_000,
          exclude: ['**/*.mongo.test.ts', '**/node_modules/**'],
        },
      },
      {
        ...shared,
        test: {
          ...patient,
          ...again,
          name: 'integration',
          include: ['*/test/**/*.mongo.test.ts'],
          exclude: [HOSTILE, '**/node_modules/**'],
          globalSetup: ['mongo/test/replica-set.setup.ts'],
          // Files share one real replica set, each with a database of its own; those that break members have their own
          // set. They mostly wait (for elections, leases, time-outs), so two at a time cost no more than one.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          ...patient,
          ...again,
          // Thousands of connections at once, some with time limits of their own: nothing else runs beside them.
          name: 'hostile',
          include: [HOSTILE],
          globalSetup: ['mongo/test/replica-set.setup.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
