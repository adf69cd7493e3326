import { type Match, type Rule, Rules } from '@ticker/mongo';
import { findMongod, ReplicaSet } from '@ticker/mongo/embedded';
import { MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../queue/queue-stage.ts';
import { seeded } from '../seeded.ts';
import { above, AlertsStage, every, match } from './alerts-stage.ts';
import { RecordedRules } from './recorded-rules.ts';

// A set of its own: its primary is killed, frozen and demoted, and fail points need enableTestCommands.

const SEED = 20_251_121;
let set: ReplicaSet;
let stage: AlertsStage;
let followed: RecordedRules | undefined;

beforeAll(async () => {
  set = await ReplicaSet.start({
    mongod: await findMongod(),
    setParameter: { enableTestCommands: 1 },
  });
  stage = await AlertsStage.open(set.uri, 'test_alert_faults', {
    heartbeatFrequencyMS: 1_000,
    connectTimeoutMS: 3_000,
  });
});
beforeEach(async () => {
  await set.settled();
  await stage.clear();
});
afterEach(async () => {
  await followed?.stop();
  followed = undefined;
  for (const member of set.members) await member.start();
});
afterAll(async () => {
  await stage?.client.close();
  await set?.stop();
});

async function failPoint(mode: object | 'off', data: object = {}): Promise<number> {
  const { count } = await (await set.primary()).command({ configureFailPoint: 'failCommand', mode, data });
  return count as number;
}

/** Fires as the evaluator does: again and again until it worked. @returns what its calls said that they fired */
async function insist(rules: Rules, matches: readonly Match[]): Promise<string[]> {
  for (;;) {
    try {
      return await rules.fire(matches);
    } catch (error) {
      if (!(error as { errorLabels?: unknown }).errorLabels) throw error;
    }
  }
}

async function expectEachFiredOnce(rules: readonly Rule[]): Promise<void> {
  await expect(stage.rules.countDocuments({ state: 'fired', generation: 2 })).resolves.toBe(rules.length);
  const jobs = await stage.jobs.find().toArray();
  expect(jobs.map(({ key }) => key).toSorted()).toEqual(rules.map(({ id }) => `alert:${id}:1`).toSorted());
  const delivered = new Map(
    (await stage.rules.find().toArray()).map((it) => [it._id.toHexString(), it.last!.job]),
  );
  for (const { _id, payload } of jobs) {
    expect(delivered.get((payload as { rule: string }).rule)).toEqual(_id);
  }
}

it('two callers fire 500 rules, and the primary is killed: each has fired once, with one delivery', async () => {
  const random = seeded(SEED);
  const rules: Rule[] = [];
  while (rules.length < 500) {
    rules.push(...(await Promise.all(Array.from({ length: 50 }, () => stage.create(above, { max: 1_000 })))));
  }
  const other = await new MongoClient(set.uri, {
    heartbeatFrequencyMS: 1_000,
    connectTimeoutMS: 3_000,
  }).connect();
  const callers = [stage.own, new Rules(other, stage.names)];
  const batches = Array.from({ length: 50 }, (_, n) => rules.slice(n * 10, n * 10 + 10).map(match));
  let batch = 0;
  const killAt = 10 + Math.floor(random() * 20);
  let killed: Promise<void> | undefined;
  const run = async (caller: Rules): Promise<string[]> => {
    const fired: string[] = [];
    for (const it of batches) {
      if (++batch === killAt) killed = set.primary().then((primary) => primary.kill('SIGKILL'));
      fired.push(...(await insist(caller, it)));
    }
    return fired;
  };
  try {
    const fired = (await Promise.all(callers.map(run))).flat();
    await killed;
    expect(killed).toBeDefined();
    // None said so twice.
    expect(new Set(fired).size).toBe(fired.length);
    await expectEachFiredOnce(rules);
  } finally {
    await other.close();
  }
});

it('what a killed process was firing is not locked for a minute', { timeout: 40_000 }, async () => {
  const rule = await stage.create();
  // As a SIGKILL leaves it: open, with nobody who would end it.
  const abandoned = stage.client.startSession();
  abandoned.startTransaction();
  await stage.rules.updateOne({}, { $set: { note: 'half-way' } }, { session: abandoned });
  try {
    await expect(insist(stage.own, [match(rule)])).resolves.toEqual([rule.id]);
    await expectEachFiredOnce([rule]);
  } finally {
    await abandoned.endSession();
  }
});

describe('an answer that is lost', () => {
  const FAULTS = {
    'that was done': { writeConcernError: { code: 262, errmsg: 'it took too long' } },
    'that was not done': { closeConnection: true },
  };
  type Verb = (rule: Rule) => Promise<unknown>;
  const VERBS: readonly [name: string, command: string, verb: Verb][] = [
    ['creation', 'findAndModify', async () => (await stage.create()).state],
    [
      'change',
      'findAndModify',
      async ({ id }) => (await stage.own.change(id, null, { state: 'paused' }, null))?.state,
    ],
    [
      'arming',
      'findAndModify',
      async ({ id }) => (await stage.own.change(id, null, { state: 'armed' }, null))?.generation,
    ],
    ['removal', 'delete', ({ id }) => stage.own.remove(id, null)],
    ['firing', 'commitTransaction', async (rule) => (await stage.own.fire([match(rule)])).length],
    ['firing', 'update', async (rule) => (await stage.own.fire([match(rule)])).length],
  ];

  it.for(
    VERBS.flatMap(([name, command, verb]) =>
      Object.entries(FAULTS)
        // In a transaction only the commit waits for the majority.
        .filter(([fault]) => command !== 'update' || fault === 'that was not done')
        .map(([fault, data]) => [name, fault, command, verb, data] as const),
    ),
  )('to a %s %s (%s) changes neither what it gives nor what it does', async ([, , command, verb, data]) => {
    const results: unknown[] = [];
    for (const faulty of [false, true]) {
      await stage.clear();
      const rule = await stage.create();
      if (faulty) await failPoint({ times: 1 }, { failCommands: [command], ...data });
      const given = await verb(rule);
      if (faulty) expect(await failPoint('off')).toBeGreaterThan(0);
      const left = await stage.rules.find().toArray();
      results.push([
        given,
        left.map(({ state, generation }) => [state, generation]),
        await stage.jobs.countDocuments(),
      ]);
    }
    expect(results[1]).toEqual(results[0]);
  });
});

describe('followRules', () => {
  async function follow(): Promise<RecordedRules> {
    const it = (followed = new RecordedRules(stage));
    await it.until(() => it.reloads > 0);
    return it;
  }

  /** Changes rules in every way for as long as `meanwhile` lasts. */
  async function change(meanwhile: Promise<unknown>): Promise<void> {
    let over = false;
    void meanwhile.finally(() => (over = true));
    for (let n = 0; !over || n < 20; n++) {
      const rule = await stage.create(n % 2 ? above : every);
      if (n % 4 === 0) await insist(stage.own, [match(rule)]);
      if (n % 4 === 1) await stage.own.remove(rule.id, null);
      if (n % 4 === 2) await stage.own.change(rule.id, null, { note: `${n}` }, null);
      if (n % 4 === 3) await stage.own.change(rule.id, null, { state: 'paused' }, null);
    }
  }

  /** What is watched, by the collection itself. */
  async function watched(): Promise<unknown[]> {
    const found = await stage.rules.find({ state: { $in: ['armed', 'cooling'] } }).toArray();
    return found.map(({ _id, generation, note }) => `${_id} ${generation} ${note}`).toSorted();
  }

  /** Whatever was changed before, it has been told by then: changes come in their order. */
  async function expectToKnowAll(it: RecordedRules): Promise<void> {
    const last = await stage.create();
    await it.until(() => it.watched.has(last.id));
    const known = [...it.watched.values()].map(({ id, generation, note }) => `${id} ${generation} ${note}`);
    expect(known.toSorted()).toEqual(await watched());
  }

  it('misses nothing that is changed while the primary hands over', async () => {
    const it = await follow();
    await change(set.stepDown());
    await expectToKnowAll(it);
  });

  it('misses nothing that is changed while the primary is killed', async () => {
    const it = await follow();
    const primary = await set.primary();
    await change(primary.kill('SIGKILL'));
    await expectToKnowAll(it);
  });

  it('goes on elsewhere when the primary hangs', async () => {
    const it = await follow();
    const primary = await set.primary();
    primary.pause();
    try {
      await change(Promise.resolve());
      await expectToKnowAll(it);
    } finally {
      primary.resume();
    }
  });

  it('reads all anew after its stream was ended, and says why', async () => {
    const it = await follow();
    await stage.create();
    await failPoint({ times: 1 }, { failCommands: ['getMore'], errorCode: 2 });
    await it.until(() => it.reloads > 1);
    expect(it.warnings[0]).toContain('not followed');
    await expectToKnowAll(it);
  });

  it('shows nothing that a failover could take back, also where it reads all anew', async () => {
    const it = await follow();
    const secondaries = await set.secondaries();
    const stuck = { configureFailPoint: 'rsSyncApplyStop' };
    for (const secondary of secondaries) await secondary.command({ ...stuck, mode: 'alwaysOn' });
    let rule: Promise<Rule> | undefined;
    try {
      rule = stage.create();
      // The primary has it, and tells it whoever asks for less than the majority's word.
      await until(async () => (await stage.rules.countDocuments()) > 0);
      await failPoint({ times: 1 }, { failCommands: ['getMore'], errorCode: 2 });
      await it.until(() => it.reloads > 1);
      expect(it.watched.size).toBe(0);
    } finally {
      for (const secondary of secondaries) await secondary.command({ ...stuck, mode: 'off' });
    }
    const { id } = await rule;
    await it.until(() => it.watched.has(id));
  });
});
