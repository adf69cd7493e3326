import { findMongod, type Member, ReplicaSet } from '@ticker/mongo/embedded';
import { type Collection, type Document, MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TailedApp } from './tailed-app.ts';

// These tests kill, freeze and promote members, so the set is their own.

let set: ReplicaSet;
let mongo: MongoClient;
let topic: Collection<Document>;
let app: TailedApp;
let made = 0;

beforeAll(async () => {
  set = await ReplicaSet.start({
    mongod: await findMongod({ log: console.log }),
    setParameter: { enableTestCommands: 1 },
  });
  mongo = await new MongoClient(set.uri).connect();
});
afterAll(async () => {
  await mongo?.close();
  await set?.stop();
});
beforeEach(async () => {
  await set.settled();
  topic = await mongo
    .db('test_metrics')
    .createCollection(`t${made++}`, { capped: true, size: 2 ** 20, max: 10_000 });
  await insert();
  app = await TailedApp.start(set.uri, topic.namespace);
});
afterEach(async () => {
  await app.stop();
});

async function insert(): Promise<void> {
  await topic.insertOne({ time: new Date(), ticker: 'PIP', price: 1 }, { writeConcern: { w: 1 } });
}

/** One more tick, and then the next news of the set. */
async function another(): Promise<void> {
  await insert();
  await app.tail.members.changed(new AbortController().signal);
}

/** The member that is read. */
function read(): Member {
  const { member } = app.tail.tail.status;
  return set.members.find(({ address }) => address === member)!;
}

/** Waits until a live tail reads another member than this one. */
async function leaves(member: Member): Promise<void> {
  const { tail } = app.tail;
  await app.tail.until(() => tail.status.state === 'live' && tail.status.member !== member.address);
}

describe('ticker_tail_reopens_total', () => {
  it('member_changed_state: it became primary', async () => {
    const member = read();
    for (;;) {
      // The others refuse their votes while it is behind them.
      if (
        await member.command({ replSetStepUp: 1 }).then(
          () => true,
          (error: { code?: number }) => notYet(error),
        )
      )
        break;
    }
    await leaves(member);
    // Where it saw no secondary for a moment, it has moved on from the primary besides.
    expect(await app.reopens()).toMatchObject({ member_changed_state: 1 });
    expect(await app.read()).toEqual([read().address]);
    expect(await app.lags()).toHaveProperty(`${member.address} PRIMARY`);
  });

  it('connection_lost: it was killed', async () => {
    const member = read();
    await member.kill('SIGKILL');
    await leaves(member);
    expect(await app.reopens()).toMatchObject({ connection_lost: 1 });
    // It stays in sight: the others write on, and its lag grows.
    await app.tail.until(() => app.tail.members.state(member.address) === 'UNKNOWN');
    const lag = async (): Promise<number> => (await app.lags())[`${member.address} UNKNOWN`]!;
    while ((await lag()) < 2) await another();
    expect(await app.read()).not.toContain(member.address);
    await member.start();
  });

  it('member_silent: it was frozen', async () => {
    const member = read();
    member.pause();
    try {
      await app.tail.until(() => app.tail.tail.status.state === 'stalled');
      expect((await app.page()).value('ticker_tail_state', { state: 'stalled' })).toBe(1);
      await leaves(member);
      expect(await app.reopens()).toMatchObject({ member_silent: 1 });
    } finally {
      member.resume();
    }
  });

  it('better_member: the primary was read for want of a secondary, and one is there again', async () => {
    const moves = async (): Promise<number> => (await app.reopens())['better_member'] ?? 0;
    const secondaries = await set.secondaries();
    const maintain = async (on: boolean): Promise<void> => {
      for (const secondary of secondaries) await secondary.command({ replSetMaintenance: on });
    };
    await maintain(true);
    let before: number;
    try {
      await app.tail.until(() => app.tail.tail.status.state === 'degraded');
      // Where it saw no secondary at its start, it has moved once already.
      before = await moves();
    } finally {
      await maintain(false);
    }
    await app.tail.until(() => app.tail.tail.status.state === 'live');
    expect(await moves()).toBeGreaterThan(before);
  });

  it('member_lags: it applies nothing any more; its lag is told while another is read', async () => {
    const member = read();
    const stuck = { configureFailPoint: 'rsSyncApplyStop' };
    await member.command({ ...stuck, mode: 'alwaysOn' });
    try {
      let left = false;
      const leaving = leaves(member).then(() => (left = true));
      while (!left) await another();
      await leaving;
      expect(await app.reopens()).toMatchObject({ member_lags: 1 });
      const lags = await app.lags();
      expect(lags[`${member.address} SECONDARY`]).toBeGreaterThan(5);
      expect(lags[`${read().address} SECONDARY`]).toBeLessThanOrEqual(5);
    } finally {
      await member.command({ ...stuck, mode: 'off' });
    }
  });
});

function notYet({ code }: { code?: number }): false {
  const ELECTION_FAILED = 125;
  if (code !== ELECTION_FAILED) throw new Error(`the member can't be made primary: code ${code}`);
  return false;
}
