import type { Rule } from '@ticker/mongo';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { newestDead } from '../../src/alerts/deliveries.ts';
import { AlertsStage, every, match } from './alerts-stage.ts';

let stage: AlertsStage;

beforeAll(async () => {
  stage = await AlertsStage.open(inject('uri'), 'test_alert_deliveries');
});
beforeEach(() => stage.clear());
afterAll(() => stage.close());

/** A rule that has fired, as it is then. */
async function fired(): Promise<Rule> {
  const rule = await stage.create(every);
  await stage.own.fire([match(rule)]);
  return stage.get(rule);
}

async function delivery(rule: Rule): Promise<unknown> {
  return (await stage.own.deliveries([rule])).get(rule.id);
}

/** Has the delivery that waits fail for the last time. */
async function die(why: string): Promise<void> {
  const queue = stage.queue();
  await queue.fail((await queue.claim())!, new Error(why));
}

it('leaves out a rule that has not fired', async () => {
  const [rule, other] = [await stage.create(), await fired()];
  expect([...(await stage.own.deliveries([rule, other])).keys()]).toEqual([other.id]);
  await expect(stage.own.deliveries([])).resolves.toEqual(new Map());
});

it('is delivering from the firing on, with the last error, and then delivered', async () => {
  const rule = await fired();
  await expect(delivery(rule)).resolves.toEqual({ state: 'delivering', attempts: 0, error: null });
  const queue = stage.queue();
  const job = (await queue.claim())!;
  await expect(delivery(rule)).resolves.toEqual({ state: 'delivering', attempts: 1, error: null });
  await stage.jobs.updateOne({}, { $set: { maxAttempts: 5 } });
  await queue.fail(job, new Error('no answer'), { delayMs: 1 });
  await expect(delivery(rule)).resolves.toEqual({
    state: 'delivering',
    attempts: 1,
    error: 'no answer',
  });
  await stage.jobs.updateOne({}, { $set: { dueAt: new Date(0) } });
  await queue.sweep();
  await queue.complete((await queue.claim())!);
  await expect(delivery(rule)).resolves.toEqual({ state: 'delivered', attempts: 2, error: null });
});

it('is delivered when TTL has removed the job', async () => {
  const rule = await fired();
  await stage.jobs.deleteMany({});
  await expect(delivery(rule)).resolves.toEqual({ state: 'delivered', attempts: 0, error: null });
});

it('is dead after the last attempt, with its error, from the moment that it failed', async () => {
  const rule = await fired();
  await die('refused');
  const dead = { state: 'dead', attempts: 1, error: 'refused' };
  await expect(delivery(rule)).resolves.toEqual(dead);
  // Between the two steps of a death (bury.ts) it lies among the jobs.
  const [letter] = await stage.dead.find().toArray();
  await stage.jobs.insertOne(letter!);
  await stage.dead.deleteMany({});
  await expect(delivery(rule)).resolves.toEqual(dead);
});

it('is dead as long as any delivery of the rule is, and tells of the last that died', async () => {
  const rule = await fired();
  await die('first');
  for (const [generation, end] of [
    [3, () => die('second')],
    [5, async () => {}],
  ] as const) {
    await stage.cooled(rule);
    await stage.own.rearm(rule.id, generation - 1, null);
    await stage.own.fire([{ ...match(rule), generation }]);
    await end();
  }
  const now = await stage.get(rule);
  await expect(delivery(now)).resolves.toEqual({ state: 'dead', attempts: 1, error: 'second' });
});

it('redrive has the dead ones of that rule wait again, and no others', async () => {
  const rule = await fired();
  await die('x');
  const other = await fired();
  await die('y');
  await expect(stage.own.redrive(rule.id)).resolves.toEqual({ redriven: 1, refused: [] });
  await expect(delivery(rule)).resolves.toEqual({ state: 'delivering', attempts: 0, error: 'x' });
  await expect(delivery(other)).resolves.toMatchObject({ state: 'dead' });
  await expect(stage.own.redrive(rule.id)).resolves.toEqual({ redriven: 0, refused: [] });
});

it('redrive finds one that is not among the dead letters yet', async () => {
  const rule = await fired();
  await stage.jobs.updateOne({}, [
    { $set: { startTime: new Date('9999-12-31T23:59:59.999Z'), deadAt: '$$NOW' } },
  ]);
  await expect(stage.own.redrive(rule.id)).resolves.toEqual({ redriven: 1, refused: [] });
});

it('reads one dead letter a rule, however many there are', async () => {
  const letters = Array.from({ length: 600 }, (_, n) => ({
    payload: { rule: `r${n % 3}` },
    deadAt: new Date(n),
  }));
  await stage.dead.insertMany(letters as never[]);
  const found = stage.dead.aggregate(newestDead(['r0', 'r2']));
  const explained = JSON.stringify(await found.explain('executionStats'));
  const examined = [...explained.matchAll(/"totalDocsExamined":(\d+)/g)].map(([, count]) => Number(count));
  expect(examined.reduce((sum, count) => sum + count, 0)).toBeLessThan(10);
  await expect(found.toArray()).resolves.toHaveLength(2);
});

it('reads jobs by their index', async () => {
  const rules = [await fired(), await fired()];
  await stage.db.command({ profile: 2 });
  try {
    await stage.own.deliveries(rules);
  } finally {
    await stage.db.command({ profile: 0 });
  }
  const [profiled] = await stage.db
    .collection('system.profile')
    .find({ 'command.aggregate': 'queue' })
    .toArray();
  await stage.db.collection('system.profile').drop();
  expect(profiled!['docsExamined']).toBeLessThan(10);
});

it('of a rule that is removed are gone, and those of others stay', async () => {
  const [rule, other] = [await fired(), await fired()];
  const letters = [rule!, other!].map(({ id }) => ({ payload: { rule: id }, deadAt: new Date() }));
  await stage.dead.insertMany(letters as never[]);
  await stage.own.remove(rule!.id, null);
  await expect(stage.dead.distinct('payload.rule' as never)).resolves.toEqual([other!.id]);
});
