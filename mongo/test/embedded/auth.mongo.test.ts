import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findMongod, ReplicaSet, type ReplicaSetOptions } from '@ticker/mongo/embedded';
import { MongoClient } from 'mongodb';
import { afterEach, expect, test } from 'vitest';

const mongod = await findMongod();
const sets: ReplicaSet[] = [];
const folders: string[] = [];

afterEach(async () => {
  await Promise.all(sets.splice(0).map((set) => set.stop()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

test('a set with authentication lets nobody do anything without credentials, and its administrator everything', async () => {
  const set = await start({ nodes: 1 });
  const { address } = await set.primary();

  await expect(write(`mongodb://${address}/?directConnection=true`)).rejects.toMatchObject({ code: 13 });
  await expect(write(set.uriFor('admin', 'guessed'))).rejects.toMatchObject({ code: 18 });
  await write(set.uri);
  expect(await count(set.uri)).toBe(1);
});

test('the members of a set with authentication can be commanded: step down, be killed, come back', async () => {
  const set = await start({});
  const old = await set.primary();

  const primary = await set.stepDown();
  await primary.kill();
  await set.settled();
  await primary.start();
  await set.settled();

  expect(await set.secondaries()).toContain(primary);
  expect(primary).not.toBe(old);
  await write(set.uri);
});

test('two sets have different passwords', async () => {
  const [one, two] = await Promise.all([start({ nodes: 1 }), start({ nodes: 1 })]);
  const password = ({ uri }: ReplicaSet): string => new URL(uri).password;

  expect(password(one)).toMatch(/^[0-9a-f]{64}$/);
  expect(password(one)).not.toBe(password(two));
});

test('a data folder keeps its documents, its administrator and the key, which only we may read', async () => {
  const dataDir = folder();
  const first = await start({ nodes: 1, dataDir });
  await write(first.uri);
  await first.stop();

  const second = await start({ nodes: 1, dataDir });

  expect(second.uri).toBe(first.uri);
  expect(await count(second.uri)).toBe(1);
  expect(statSync(join(dataDir, 'key')).mode & 0o777).toBe(0o400);
});

test('a member whose port was taken meanwhile moves to another, with authentication too', async () => {
  const dataDir = folder();
  const first = await start({ nodes: 1, dataDir });
  await write(first.uri);
  await first.stop();
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(first.members[0]?.port, '127.0.0.1', resolve));

  const second = await start({ nodes: 1, dataDir });
  taken.close();

  expect(second.uri).not.toBe(first.uri);
  expect(await count(second.uri)).toBe(1);
});

async function start(options: Partial<ReplicaSetOptions>): Promise<ReplicaSet> {
  const set = await ReplicaSet.start({ mongod, auth: true, ...options });
  sets.push(set);
  return set;
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'ticker-test-'));
  folders.push(path);
  return path;
}

async function using<T>(uri: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(uri);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

function write(uri: string): Promise<unknown> {
  return using(uri, (client) => client.db('test').collection('documents').insertOne({}));
}

function count(uri: string): Promise<number> {
  return using(uri, (client) => client.db('test').collection('documents').countDocuments());
}
