import { expect, onTestFinished, test } from 'vitest';
import { initiate } from '../../src/init/initiate.ts';
import type { InitOptions } from '../../src/init/options.ts';
import { readInitOptions } from '../../src/init/options.ts';
import { BareSet } from './bare-set.ts';

async function options(set: BareSet, ...more: string[]): Promise<InitOptions> {
  const { members, ...rest } = readInitOptions(set.environment);
  return { ...rest, members: [...members, ...more] };
}

test('a member that does not answer is named, and no set is made without it', async () => {
  const set = await BareSet.start({ nodes: 1 });
  onTestFinished(() => set.stop());
  const wanted = await options(set, '127.0.0.1:1', 'ticker-nowhere.invalid:27017');
  await expect(initiate(wanted, 100)).rejects.toThrow(
    'no mongod answers at 127.0.0.1:1, ticker-nowhere.invalid:27017 (MEMBERS)',
  );
  expect(await initiate(await options(set))).toBe(true);
});

test('a mongod that was not started as a member is named', async () => {
  const set = await BareSet.start({ nodes: 1, alone: true });
  onTestFinished(() => set.stop());
  await expect(initiate(await options(set), 100)).rejects.toThrow(
    `mongod at ${set.hosts} was not started with --replSet (MEMBERS)`,
  );
});
