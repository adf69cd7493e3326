import { TooManyRules } from '@ticker/mongo';
import { MongoClient, ObjectId } from 'mongodb';
import { Rules } from '@ticker/mongo';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { above, AlertsStage, every, match } from './alerts-stage.ts';

let stage: AlertsStage;

beforeAll(async () => {
  stage = await AlertsStage.open(inject('uri'), 'test_alert_rules');
});
beforeEach(() => stage.clear());
afterAll(() => stage.close());

const stranger = { owner: 'bob' };
const foreign = ['673f2671c2b5b6c9a2f1d0bb', 'no id', ''];

describe('create', () => {
  it('makes a rule that is armed, with the time of the server', async () => {
    const before = (await stage.db.admin().command({ hello: 1 }))['localTime'] as Date;
    const rule = await stage.create(above, { owner: 'ann', position: 'p1' });
    expect(rule).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      owner: 'ann',
      ticker: 'PIP',
      condition: { type: 'above', price: 44.5 },
      repeat: 'once',
      coolDownMs: 60_000,
      note: '',
      webhook: null,
      state: 'armed',
      generation: 1,
      position: 'p1',
      createdAt: expect.any(Number),
      last: null,
    });
    expect(rule.createdAt).toBeGreaterThanOrEqual(before.getTime());
    await expect(stage.own.get(rule.id, 'ann')).resolves.toEqual(rule);
  });

  it('takes what a person wrote to the letter', async () => {
    const url = 'https://example.com/$$NOW';
    const rule = await stage.create(
      { ...above, note: '$$ROOT', webhook: { url } },
      { position: '$x', owner: '$y' },
    );
    expect(rule).toMatchObject({ note: '$$ROOT', position: '$x', owner: '$y', webhook: { url } });
  });

  it('makes a secret where none is given, each another one', async () => {
    const webhook = { url: 'https://example.com' };
    const rules = await Promise.all([1, 2].map(() => stage.create({ ...above, webhook })));
    const secrets = rules.map((rule) => rule.webhook!.secret);
    for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/);
    expect(new Set(secrets).size).toBe(2);
    const secret = `whsec_${'a'.repeat(32)}`;
    const own = await stage.create({ ...above, webhook: { url: webhook.url, secret } });
    expect(own.webhook).toEqual({ url: webhook.url, secret });
  });

  it('refuses more than an owner may have, however many ask at once; other owners have their own', async () => {
    const clients = await Promise.all([1, 2, 3].map(() => new MongoClient(inject('uri')).connect()));
    const each = clients.map((client) => new Rules(client, stage.names));
    const made = await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) =>
        each[n % 3]!.create(above, { owner: 'ann', position: null, max: 20 }),
      ),
    );
    await Promise.all(clients.map((client) => client.close()));
    const refused = made.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused).toHaveLength(40);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(TooManyRules);
    await expect(stage.own.list('ann')).resolves.toHaveLength(20);
    await stage.create(above, { ...stranger, max: 20 });
    await stage.own.remove((await stage.own.list('ann'))[7]!.id, 'ann');
    await stage.create(above, { owner: 'ann', max: 20 });
    await expect(stage.create(above, { owner: 'ann', max: 20 })).rejects.toThrow('20 alert rules already');
  });
});

describe('list', () => {
  it("gives an owner's rules, the newest first, of one ticker or all", async () => {
    const rules = [];
    for (const ticker of ['PIP', 'ACME', 'PIP']) rules.unshift(await stage.create({ ...above, ticker }));
    await stage.create(above, stranger);
    await expect(stage.own.list(null)).resolves.toEqual(rules);
    await expect(stage.own.list(null, 'PIP')).resolves.toEqual([rules[0], rules[2]]);
  });

  it('leaves out what a shell user made of a rule', async () => {
    const rule = await stage.create();
    await stage.rules.insertOne({ owner: null, ticker: 'PIP', condition: 'above' } as never);
    await expect(stage.own.list(null)).resolves.toEqual([rule]);
  });
});

describe.for(foreign)('of the unknown id "%s"', (id) => {
  it('there is nothing to get, change, remove, arm or deliver to', async () => {
    await expect(stage.own.get(id, null)).resolves.toBeUndefined();
    await expect(stage.own.change(id, null, { note: 'x' }, null)).resolves.toBeUndefined();
    await expect(stage.own.remove(id, null)).resolves.toBe(false);
    await expect(stage.own.rearm(id, 1, null)).resolves.toBe(false);
    await expect(stage.own.webhookOf(id)).resolves.toBeNull();
    await expect(stage.own.redrive(id)).resolves.toEqual({ redriven: 0, refused: [] });
  });
});

it("another's rule is as good as none", async () => {
  const { id } = await stage.create(above, stranger);
  await expect(stage.own.get(id, null)).resolves.toBeUndefined();
  await expect(stage.own.change(id, 'ann', { note: 'x' }, null)).resolves.toBeUndefined();
  await expect(stage.own.remove(id, 'ann')).resolves.toBe(false);
  await expect(stage.own.get(id, 'bob')).resolves.toMatchObject({ note: '' });
});

it('remove removes', async () => {
  const { id } = await stage.create();
  await expect(stage.own.remove(id, null)).resolves.toBe(true);
  await expect(stage.own.get(id, null)).resolves.toBeUndefined();
});

describe('change', () => {
  it('of a note, repeat, cool-down or webhook leaves the state alone', async () => {
    const rule = await stage.create();
    const change = { note: '$$NOW', repeat: 'every', coolDownMs: 1_000 } as const;
    await expect(stage.own.change(rule.id, null, change, 'later')).resolves.toEqual({ ...rule, ...change });
  });

  it('of the condition arms anew what had fired or cools down, and what is armed; not what is paused', async () => {
    const condition = { type: 'moves', percent: 5, window: '1m' } as const;
    const [armed, fired, cooling, paused] = [
      await stage.create(),
      await stage.create(),
      await stage.create(every),
      await stage.create(),
    ];
    await stage.own.fire([match(fired), match(cooling)]);
    await stage.own.change(paused.id, null, { state: 'paused' }, null);
    const changed = await Promise.all(
      [armed, fired, cooling, paused].map(({ id }) => stage.own.change(id, null, { condition }, 'later')),
    );
    expect(changed.map((it) => [it!.state, it!.generation, it!.position])).toEqual([
      ['armed', 2, 'later'],
      ['armed', 3, 'later'],
      ['armed', 3, 'later'],
      ['paused', 1, null],
    ]);
    for (const it of changed) expect(it!.condition).toEqual(condition);
    expect((await stage.rules.findOne({ _id: new ObjectId(cooling.id) }))!.coolUntil).toBeNull();
  });

  it('to armed has a firing that is under way come too late', async () => {
    const rule = await stage.create();
    await stage.own.change(rule.id, null, { state: 'armed' }, 'later');
    await expect(stage.own.fire([match(rule)])).resolves.toEqual([]);
    await expect(stage.get(rule)).resolves.toMatchObject({
      state: 'armed',
      generation: 2,
      position: 'later',
    });
  });

  it('to armed does not put back a rule that has fired since its position was read', async () => {
    const rule = await stage.create();
    await stage.own.fire([match(rule)]);
    const fired = await stage.get(rule);
    const late = stage.own.change(rule.id, null, { state: 'armed' }, 'older', rule.generation);
    await expect(late).resolves.toBeUndefined();
    await expect(stage.get(rule)).resolves.toEqual(fired);
    const armed = stage.own.change(rule.id, null, { state: 'armed' }, 'later', fired!.generation);
    await expect(armed).resolves.toMatchObject({ state: 'armed', position: 'later' });
  });

  it('to paused has it fire no more, until it is armed', async () => {
    const rule = await stage.create();
    const paused = await stage.own.change(rule.id, null, { state: 'paused', note: 'quiet' }, null);
    expect(paused).toMatchObject({ state: 'paused', note: 'quiet' });
    await expect(stage.own.fire([match(paused!)])).resolves.toEqual([]);
    const armed = await stage.own.change(rule.id, null, { state: 'armed' }, null);
    await expect(stage.own.fire([match(armed!)])).resolves.toEqual([rule.id]);
  });

  it('of the webhook keeps its secret, unless another is given; null takes it away', async () => {
    const rule = await stage.create({ ...above, webhook: { url: 'https://a.example' } });
    const change = (webhook: { url: string; secret?: string } | null) =>
      stage.own.change(rule.id, null, { webhook }, null);
    const { secret } = rule.webhook!;
    await expect(change({ url: 'https://b.example' })).resolves.toMatchObject({
      webhook: { url: 'https://b.example', secret },
    });
    await expect(stage.own.webhookOf(rule.id)).resolves.toEqual({ url: 'https://b.example', secret });
    const other = `whsec_${'b'.repeat(32)}`;
    await expect(change({ url: 'https://b.example', secret: other })).resolves.toMatchObject({
      webhook: { secret: other },
    });
    await expect(change(null)).resolves.toMatchObject({ webhook: null });
    await expect(stage.own.webhookOf(rule.id)).resolves.toBeNull();
    expect((await change({ url: 'https://c.example' }))!.webhook!.secret).not.toBe(other);
  });
});
