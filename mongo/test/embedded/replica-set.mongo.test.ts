import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findMongod, ReplicaSet, type ReplicaSetOptions } from '@ticker/mongo/embedded';
import { MongoClient } from 'mongodb';
import { afterEach, expect, inject, test, vi } from 'vitest';

const mongod = await findMongod();
const sets: ReplicaSet[] = [];
const folders: string[] = [];

afterEach(async () => {
  await Promise.all(sets.splice(0).map((set) => set.stop()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

test('a set has one primary and two secondaries, and takes writes that all three confirm', async () => {
  await using(inject('uri'), async (client) => {
    const { acknowledged } = await client
      .db('embedded')
      .collection('writes')
      .insertOne({}, { writeConcern: { w: 3 } });
    const { members } = (await client.db('admin').command({ replSetGetStatus: 1 })) as unknown as {
      members: { stateStr: string }[];
    };
    expect(acknowledged).toBe(true);
    expect(members.map((member) => member.stateStr).toSorted()).toEqual([
      'PRIMARY',
      'SECONDARY',
      'SECONDARY',
    ]);
  });
});

test('a data folder keeps its documents and its URI from run to run', async () => {
  const dataDir = folder();
  const first = await start({ dataDir, nodes: 1 });
  await write(first);
  await first.stop();

  const second = await start({ dataDir, nodes: 1 });

  expect(second.uri).toBe(first.uri);
  expect(await count(second)).toBe(1);
});

test('members whose ports were taken meanwhile move to others, with their data', async () => {
  const dataDir = folder();
  const first = await start({ dataDir });
  await write(first);
  await first.stop();
  const taken = await listen(first.members[0]?.port);

  const lines: string[] = [];
  const second = await start({ dataDir, log: (line) => lines.push(line) });
  taken.close();

  expect(second.uri).not.toBe(first.uri);
  expect(await count(second)).toBe(1);
  expect(lines).toEqual([
    `Port ${first.members[0]?.port} is taken: a member of the replica set moves to another.`,
  ]);
});

test('fresh empties a data folder', async () => {
  const dataDir = folder();
  const first = await start({ dataDir, nodes: 1 });
  await write(first);
  await first.stop();

  const second = await start({ dataDir, nodes: 1, fresh: true });

  expect(await count(second)).toBe(0);
});

test('a data folder of another version of MongoDB is refused in one line', async () => {
  const dataDir = folder();
  await (await start({ dataDir, nodes: 1 })).stop();

  await expect(start({ dataDir, nodes: 1, mongod: { ...mongod, version: '9.1.2' } })).rejects.toThrow(
    /^The data in .* was written by MongoDB \d+\.\d+, this mongod is 9\.1: start with --fresh, or set MONGOD_BINARY to a mongod \d+\.\d+\.$/,
  );
});

test('a data folder that another start uses is refused in one line, and left alone', async () => {
  const dataDir = folder();
  const first = await start({ dataDir, nodes: 1 });

  await expect(start({ dataDir, nodes: 1, fresh: true })).rejects.toThrow(
    `The data folder ${dataDir} is in use by another start (process ${process.pid}): stop that one, or use another folder.`,
  );
  await write(first);
  expect(await count(first)).toBe(1);
});

test('a mongod that ends at its start gives one line, with its own last error', async () => {
  await expect(start({ nodes: 1, args: ['--noSuchOption'] })).rejects.toThrow(
    /^mongod for \S+ ended at its start \(exit code \d+\): .*noSuchOption.*$/,
  );
});

test('a killed member comes back on its port, and rejoins', async () => {
  const set = await start({});
  const [member] = await set.secondaries();
  const { address, pid } = member ?? {};
  await member?.kill();
  expect(member?.pid).toBeUndefined();
  await set.settled();

  await member?.start();
  await set.settled();

  expect(member?.address).toBe(address);
  expect(member?.pid).not.toBe(pid);
  expect(await set.secondaries()).toContain(member);
});

test('a primary that steps down hands over to another member', async () => {
  const set = await start({});
  const old = await set.primary();

  const primary = await set.stepDown();

  expect(primary).not.toBe(old);
  expect(await set.secondaries()).toContain(old);
});

test('when the primary freezes, the others elect another, which it accepts once it wakes', async () => {
  const set = await start({});
  const old = await set.primary();
  old.pause();
  await set.settled();
  const primary = await set.primary();
  expect(primary).not.toBe(old);

  old.resume();
  await set.settled();

  // It is a secondary at once, and then none for a moment, where it takes back what it alone had written.
  await vi.waitFor(async () => expect(await set.secondaries()).toContain(old), { timeout: 30_000 });
  expect(await set.primary()).toBe(primary);
});

async function start(options: Partial<ReplicaSetOptions>): Promise<ReplicaSet> {
  const set = await ReplicaSet.start({ mongod, ...options });
  sets.push(set);
  return set;
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'ticker-test-'));
  folders.push(path);
  return path;
}

async function using<T>(uri: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = await MongoClient.connect(uri);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

function write(set: ReplicaSet): Promise<unknown> {
  return using(set.uri, (client) => client.db('test').collection('documents').insertOne({}));
}

function count(set: ReplicaSet): Promise<number> {
  return using(set.uri, (client) => client.db('test').collection('documents').countDocuments());
}

function listen(port: number | undefined): Promise<ReturnType<typeof createServer>> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
