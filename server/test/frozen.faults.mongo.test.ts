import { findMongod, ReplicaSet } from '@ticker/mongo/embedded';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CrewStage } from './workers/crew-stage.ts';

// The set is this file's own: its members are frozen.

let set: ReplicaSet;
let stage: CrewStage;

beforeAll(async () => {
  set = await ReplicaSet.start({ mongod: await findMongod({ log: console.log }) });
  stage = await CrewStage.create(set.uri, 'test_frozen');
});
afterAll(async () => {
  await stage?.close();
  await set?.stop();
});

it('a server whose members hang ends with 0 within 10 s of SIGTERM all the same', async () => {
  const server = await stage.start({ WORKERS: '1' });
  await stage.client(server.url);
  const secondaries = await set.secondaries();
  for (const member of secondaries) member.pause();
  try {
    const at = performance.now();
    expect(await server.stop('SIGTERM')).toBe(0);
    expect(performance.now() - at).toBeLessThan(10_000);
  } finally {
    for (const member of secondaries) member.resume();
    await set.settled();
  }
});
