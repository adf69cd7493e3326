import { Rules } from '@ticker/mongo';
import { ClientSession, MongoClient, ObjectId } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { above, AlertsStage, every, match, tick } from './alerts-stage.ts';

let stage: AlertsStage;

beforeAll(async () => {
  stage = await AlertsStage.open(inject('uri'), 'test_alert_fire');
});
beforeEach(() => stage.clear());
afterEach(() => stage.db.command({ collMod: 'queue', validator: {} }));
afterAll(() => stage.close());

it('has a rule fired, and its delivery enqueued with what it needs', async () => {
  const rule = await stage.create({ ...above, note: 'look' }, { owner: 'ann' });
  await expect(stage.own.fire([match(rule)])).resolves.toEqual([rule.id]);
  const fired = await stage.own.get(rule.id, 'ann');
  const [job] = await stage.jobs.find().toArray();
  expect(fired).toMatchObject({
    state: 'fired',
    generation: 2,
    position: tick.id,
    last: { alert: String(job!._id), tick },
  });
  expect(job).toMatchObject({ key: `alert:${rule.id}:1`, startTime: null, endTime: null });
  const claimed = await stage.queue().claim();
  const { condition, ticker } = rule;
  const firedAt = new Date(fired!.last!.time);
  expect(claimed!.payload).toEqual({
    rule: rule.id,
    owner: 'ann',
    ticker,
    condition,
    note: 'look',
    tick,
    firedAt,
  });
});

it('fires what is armed at that generation, and nothing else', async () => {
  const rules = [await stage.create(), await stage.create(), await stage.create(), await stage.create()];
  const [first, changed, removed, paused] = rules.map(match);
  await stage.own.change(changed!.id, null, { condition: { type: 'below', price: 1 } }, null);
  await stage.own.remove(removed!.id, null);
  await stage.own.change(paused!.id, null, { state: 'paused' }, null);
  const all = [first!, changed!, removed!, paused!, { ...first!, id: 'none' }];
  await expect(stage.own.fire(all)).resolves.toEqual([rules[0]!.id]);
  await expect(stage.own.fire(all)).resolves.toEqual([]);
  await expect(stage.jobs.countDocuments()).resolves.toBe(1);
});

it('takes texts of the rule and the tick to the letter', async () => {
  const rule = await stage.create({ ...above, note: '$$NOW' });
  await stage.own.fire([{ ...match(rule), tick: { ...tick, id: '$x' } }]);
  const claimed = await stage.queue().claim();
  expect(claimed!.payload).toMatchObject({ note: '$$NOW', tick: { id: '$x' } });
  await expect(stage.get(rule)).resolves.toMatchObject({ position: '$x', last: { tick: { id: '$x' } } });
});

it.each([
  ['before it was done', false],
  ['after it was done', true],
])('fires once though a commit ends in an error that is none of the driver, %s', async (_when, done) => {
  const rule = await stage.create();
  const commit = ClientSession.prototype.commitTransaction;
  // What the driver makes of it is a TypeError of its own: it asks every error of a commit for its labels.
  ClientSession.prototype.commitTransaction = async function (this: ClientSession) {
    if (done) await commit.call(this);
    throw new Error('no error of the driver');
  };
  try {
    await expect(stage.own.fire([match(rule)])).rejects.toThrow('hasErrorLabel is not a function');
  } finally {
    ClientSession.prototype.commitTransaction = commit;
  }
  // As the server does after any error.
  await expect(stage.own.fire([match(rule)])).resolves.toEqual(done ? [] : [rule.id]);
  await expect(stage.get(rule)).resolves.toMatchObject({ state: 'fired', generation: 2 });
  await expect(stage.jobs.countDocuments()).resolves.toBe(1);
});

it('fires each rule once, whoever else fires it at once', async () => {
  const count = 40;
  const rules = await Promise.all(Array.from({ length: count }, () => stage.create()));
  const clients = await Promise.all(
    Array.from({ length: 10 }, () => new MongoClient(inject('uri')).connect()),
  );
  const fired = await Promise.all(
    clients.map((client) => new Rules(client, stage.names).fire(rules.map(match))),
  );
  await Promise.all(clients.map((client) => client.close()));
  expect(fired.flat().toSorted()).toEqual(rules.map(({ id }) => id).toSorted());
  const jobs = await stage.jobs.find().toArray();
  expect(jobs.map(({ key }) => key).toSorted()).toEqual(rules.map(({ id }) => `alert:${id}:1`).toSorted());
  await expect(stage.rules.countDocuments({ state: 'fired', generation: 2 })).resolves.toBe(count);
});

describe('where a delivery can not be enqueued', () => {
  it('no rule of the call has fired', async () => {
    const rules = [await stage.create(), await stage.create({ ...above, ticker: 'ACME' })];
    await stage.db.command({ collMod: 'queue', validator: { 'payload.ticker': 'PIP' } });
    await expect(stage.own.fire(rules.map(match))).rejects.toMatchObject({ code: 121 });
    for (const rule of rules) await expect(stage.get(rule)).resolves.toEqual(rule);
    await expect(stage.jobs.countDocuments()).resolves.toBe(0);
  });

  it('it fires later, once', async () => {
    const rule = await stage.create();
    await stage.db.command({ collMod: 'queue', validator: { never: 1 } });
    await expect(stage.own.fire([match(rule)])).rejects.toMatchObject({ code: 121 });
    await stage.db.command({ collMod: 'queue', validator: {} });
    await expect(stage.own.fire([match(rule)])).resolves.toEqual([rule.id]);
    await expect(stage.jobs.countDocuments()).resolves.toBe(1);
  });
});

describe('a rule that fires every time', () => {
  it('cools down for as long as it says, by the clock of the server', async () => {
    const rule = await stage.create(every);
    await stage.own.fire([match(rule)]);
    const { state, coolUntil, last } = (await stage.rules.findOne({ _id: new ObjectId(rule.id) }))!;
    expect(state).toBe('cooling');
    expect(coolUntil!.getTime() - last!.at.getTime()).toBe(60_000);
    await expect(stage.own.fire([{ ...match(rule), generation: 2 }])).resolves.toEqual([]);
  });

  it('is armed after its cool-down and not before, by one of those who try, from where that one stands', async () => {
    const rule = await stage.create(every);
    await stage.own.fire([match(rule)]);
    await expect(stage.own.rearm(rule.id, 2, 'too early')).resolves.toBe(false);
    await stage.cooled(rule);
    await expect(stage.own.rearm(rule.id, 1, 'an old generation')).resolves.toBe(false);
    const armed = await Promise.all(
      ['a', 'b', 'c', 'd'].map((position) => stage.own.rearm(rule.id, 2, position)),
    );
    expect(armed.filter(Boolean)).toHaveLength(1);
    await expect(stage.get(rule)).resolves.toMatchObject({
      state: 'armed',
      generation: 3,
      position: ['a', 'b', 'c', 'd'][armed.indexOf(true)],
    });
    await expect(stage.own.fire([{ ...match(rule), generation: 3 }])).resolves.toEqual([rule.id]);
    const keys = (await stage.jobs.find().toArray()).map(({ key }) => key);
    expect(keys).toEqual([`alert:${rule.id}:1`, `alert:${rule.id}:3`]);
  });

  it('is not armed after its cool-down when it was paused meanwhile', async () => {
    const rule = await stage.create(every);
    await stage.own.fire([match(rule)]);
    await stage.own.change(rule.id, null, { state: 'paused' }, null);
    await stage.cooled(rule);
    await expect(stage.own.rearm(rule.id, 2, null)).resolves.toBe(false);
  });
});
