import { createClient, Members, open, Tail } from '@ticker/mongo';
import { findMongod, ReplicaSet } from '@ticker/mongo/embedded';
import type { Tick } from '@ticker/protocol';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { displacement, publishOverlapping } from '../../mongo/test/overlapping-publishers.ts';
import { follow } from '../src/follow.ts';
import { Hub } from '../src/hub/hub.ts';
import { Rate } from '../src/rate.ts';

// Two processes' tails and hubs on one set: the first reads a secondary, the second the former primary, whose own
// order of overlapping inserts differs. The set is this file's own.

const SEED = 20_251_122;
let set: ReplicaSet;
let mongo: MongoClient;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  set = await ReplicaSet.start({ mongod: await findMongod({ log: console.log }) });
  mongo = await new MongoClient(set.uri).connect();
});
afterAll(async () => {
  await Promise.all(ends.map((end) => end()));
  await mongo?.close();
  await set?.stop();
});

/** What a server process has of the topic, read from one member. */
async function hubOn(address: string, topic: string, ticks: number): Promise<Hub> {
  const client = createClient(set.uri, 'ticker-test', { heartbeatFrequencyMS: 500 });
  const members = new Members(client);
  for (const other of set.members) if (other.address !== address) members.avoid(other.address);
  await open(client, set.uri);
  const never = new AbortController().signal;
  while (members.state(address) !== 'SECONDARY') await members.changed(never);
  const hub = new Hub(100_000, 0, { now: () => performance.now(), after: (ms, run) => setTimeout(run, ms) });
  const stop = new AbortController();
  const tail = new Tail({
    uri: set.uri,
    client,
    members,
    topic,
    known: hub.backlog,
    backlogMax: 100_000,
    readConcern: 'majority',
    awaitMs: 20,
    signal: stop.signal,
  });
  const rate = new Rate(() => performance.now());
  const filled = new Promise<void>((resolve) => {
    const complete = { pump: () => hub.backlog.next >= ticks && resolve() };
    hub.join(complete);
    ends.push(async () => {
      stop.abort();
      await following;
      members.close();
      await client.close();
    });
  });
  const following = follow(tail, hub, rate);
  await filled;
  expect(tail.status.member).toBe(address);
  return hub;
}

/** Subscribes, with the ids had before, and reads to the end. */
function read(hub: Hub, since: readonly string[]): string[] {
  const subscriber = hub.subscriber();
  const outcome = subscriber.subscribe({ tickers: ['*'], mode: 'all', history: 1000, since });
  expect(outcome.resumed).toBe(true);
  const got: Tick[] = [];
  for (let item = subscriber.next(); item; item = subscriber.next()) {
    expect(item.type).toBe('batch');
    if (item.type === 'batch') got.push(...item.batch.ticks);
  }
  return got.map(({ id }) => id);
}

describe('Resume on a process that reads the former primary', () => {
  it('lacks nothing and doubles nothing of three publishers whose inserts overlap, wherever the break was', async () => {
    const topic = await mongo
      .db('test_resume')
      .createCollection('ticker', { capped: true, size: 2 ** 24, max: 100_000 });
    const primary = await set.primary();
    const published = await publishOverlapping(topic, 700, SEED);
    await set.stepDown();
    const secondary = (await set.secondaries()).find(({ address }) => address !== primary.address);
    const first = await hubOn(secondary!.address, topic.namespace, published.length);
    const second = await hubOn(primary.address, topic.namespace, published.length);

    const order = (hub: Hub): string[] => published.map((_, position) => hub.backlog.at(position).id);
    const [ours, theirs] = [order(first), order(second)];
    console.log(
      `of ${published.length} ticks, against the former primary's order:`,
      displacement(ours, theirs),
    );
    for (let had = 1; had <= ours.length; had += 7) {
      for (const [from, to] of [
        [ours, second],
        [theirs, first],
      ] as const) {
        const before = from.slice(0, had);
        const after = read(to, before.slice(-256));
        expect(before.length + after.length).toBe(published.length);
        expect(new Set([...before, ...after])).toEqual(new Set(published));
      }
    }
  });
});
