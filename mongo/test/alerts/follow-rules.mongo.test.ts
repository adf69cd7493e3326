import { ensureAlerts } from '@ticker/mongo';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { above, AlertsStage, every, match } from './alerts-stage.ts';
import { RecordedRules } from './recorded-rules.ts';

let stage: AlertsStage;
let followed: RecordedRules | undefined;

beforeAll(async () => {
  stage = await AlertsStage.open(inject('uri'), 'test_alert_follow');
});
beforeEach(() => stage.clear());
afterEach(async () => {
  await followed?.stop();
  followed = undefined;
});
afterAll(() => stage.close());

async function follow(): Promise<RecordedRules> {
  const it = (followed = new RecordedRules(stage));
  await it.until(() => it.reloads > 0);
  return it;
}

it('begins with all that are armed or cool down', async () => {
  const [armed, cooling, fired, paused] = [
    await stage.create(),
    await stage.create(every),
    await stage.create(),
    await stage.create(),
  ];
  await stage.own.fire([match(cooling), match(fired)]);
  await stage.own.change(paused.id, null, { state: 'paused' }, null);
  const { watched } = await follow();
  expect([...watched.keys()].toSorted()).toEqual([armed.id, cooling.id].toSorted());
  expect(watched.get(armed.id)).toEqual({ ...armed, coolingMs: null });
  expect(watched.get(cooling.id)).toMatchObject({ state: 'cooling', generation: 2 });
  const { coolingMs } = watched.get(cooling.id)!;
  expect(coolingMs).toBeGreaterThan(0);
  expect(coolingMs).toBeLessThanOrEqual(60_000);
});

it('tells of what is made, changed, fired, paused, armed and removed', async () => {
  const it = await follow();
  const rule = await stage.create(above, { position: 'p' });
  await it.until(() => it.watched.has(rule.id));
  expect(it.watched.get(rule.id)).toEqual({ ...rule, coolingMs: null });
  await stage.own.change(rule.id, null, { note: 'x' }, null);
  await it.until(() => it.watched.get(rule.id)!.note === 'x');
  await stage.own.fire([match(rule)]);
  await it.until(() => !it.watched.has(rule.id));
  await stage.own.change(rule.id, null, { state: 'armed' }, 'q');
  await it.until(() => it.watched.get(rule.id)?.position === 'q');
  await stage.own.change(rule.id, null, { state: 'paused' }, null);
  await it.until(() => !it.watched.has(rule.id));
  await stage.own.change(rule.id, null, { state: 'armed' }, 'r');
  await it.until(() => it.watched.has(rule.id));
  await stage.own.remove(rule.id, null);
  await it.until(() => !it.watched.has(rule.id));
  expect(it.reloads).toBe(1);
});

it('tells how long a cool-down lasts yet, by the clock of the server; 0 or less when it is over', async () => {
  const it = await follow();
  const rule = await stage.create(every);
  await stage.own.fire([match(rule)]);
  await it.until(() => (it.watched.get(rule.id)?.coolingMs ?? 0) > 0);
  expect(it.watched.get(rule.id)!.coolingMs).toBeLessThanOrEqual(60_000);
  await stage.cooled(rule);
  await it.until(() => it.watched.get(rule.id)!.coolingMs! <= 0);
});

it('tells of many that change together in few words', async () => {
  const it = await follow();
  const rules = await Promise.all(Array.from({ length: 50 }, () => stage.create()));
  await it.until(() => it.watched.size === 50);
  const before = it.news.length;
  await stage.own.fire(rules.map(match));
  await it.until(() => it.watched.size === 0);
  expect(it.news.length - before).toBeLessThan(10);
});

it('skips what is no rule, and says so', async () => {
  const it = await follow();
  await stage.rules.insertOne({ state: 'armed', ticker: 7, owner: null } as never);
  await stage.rules.insertOne({ _id: 'mine', state: 'armed' } as never);
  const rule = await stage.create();
  await it.until(() => it.watched.has(rule.id));
  expect([...it.watched.keys()]).toEqual([rule.id]);
  expect(it.warnings).toHaveLength(1);
  expect(it.warnings[0]).toContain('no rule');
});

it('goes on after the collection was dropped and made anew', async () => {
  await stage.create();
  const it = await follow();
  await stage.rules.drop();
  await it.until(() => it.reloads > 1 && it.watched.size === 0);
  await ensureAlerts(stage.client, stage.names);
  const rule = await stage.create();
  await it.until(() => it.watched.has(rule.id));
});

it('ends when it is told to, also while nothing happens', async () => {
  const it = await follow();
  await it.stop();
});
