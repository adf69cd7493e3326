import { findMongod, ReplicaSet } from '@ticker/mongo/embedded';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the replica set that all integration tests share. */
    uri: string;
  }
}

/** One replica set for a whole run: tests that kill members start their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const set = await ReplicaSet.start({ mongod: await findMongod({ log: console.log }) });
  project.provide('uri', set.uri);
  return () => set.stop();
}
