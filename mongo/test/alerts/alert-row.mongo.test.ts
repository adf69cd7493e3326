import { type AlertRow, AlertsUnavailable, ensureAlerts, insertAlert } from '@ticker/mongo';
import { ObjectId } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { AlertsStage, tick } from './alerts-stage.ts';
import { RecordedAlerts } from './recorded-alerts.ts';

let stage: AlertsStage;

beforeAll(async () => {
  stage = await AlertsStage.open(inject('uri'), 'test_alert_row');
});
beforeEach(async () => {
  await stage.alerts.drop();
  await ensureAlerts(stage.client, stage.names);
});
afterAll(() => stage.close());

function row(more: Partial<AlertRow> = {}): AlertRow {
  return {
    id: new ObjectId(),
    rule: '673f2671c2b5b6c9a2f1d0bb',
    owner: 'ann',
    ticker: 'PIP',
    condition: { type: 'above', price: 44.5 },
    note: '$look',
    tick,
    time: new Date(1_732_190_401_190),
    ...more,
  };
}

const insert = (it: AlertRow) => insertAlert(stage.client, stage.names.alerts, it);

describe('insertAlert', () => {
  it('twice makes one document, the first', async () => {
    const first = row();
    await insert(first);
    await insert({ ...first, note: 'again' });
    const { id: _id, rule, ...rest } = first;
    await expect(stage.alerts.find().toArray()).resolves.toEqual([
      { _id, rule: new ObjectId(rule), ...rest },
    ]);
  });

  it('does not make the collection, which would not be capped', async () => {
    await stage.alerts.drop();
    await expect(insert(row())).rejects.toThrow(/alerts is missing: .* npm run roles/);
    await expect(insert(row())).rejects.toBeInstanceOf(AlertsUnavailable);
    await expect(stage.db.listCollections({ name: 'alerts' }).toArray()).resolves.toEqual([]);
  });

  it('refuses a collection that is not capped', async () => {
    await stage.alerts.drop();
    await stage.db.createCollection('alerts');
    await expect(insert(row())).rejects.toBeInstanceOf(AlertsUnavailable);
    await expect(stage.alerts.countDocuments()).resolves.toBe(0);
  });
});

describe('a tail of the alerts', () => {
  async function tail(): Promise<RecordedAlerts> {
    const it = await RecordedAlerts.start(inject('uri'), stage.names.alerts);
    onTestFinished(() => it.stop());
    return it;
  }

  it('gives each as it was fired, with its owner', async () => {
    const [first, second] = [row(), row({ owner: null })];
    await insert(first);
    const it = await tail();
    const entry = { ...first, id: String(first.id), time: first.time.getTime() };
    await expect(it.until(1)).resolves.toEqual([entry]);
    await insert(second);
    await insert(second);
    await expect(it.until(2)).resolves.toEqual([entry, { ...entry, id: String(second.id), owner: null }]);
  });

  it('skips and counts what shell users put there that is none', async () => {
    const { _id, rule, ...good } = (await insert(row()), (await stage.alerts.findOne())!);
    await stage.alerts.insertMany([
      { ...good, rule, ticker: 'no name' },
      { ...good, rule, condition: { type: 'above', price: '44' } },
      { ...good, rule, tick: null },
      { ...good, rule, time: 'now' },
      { ...good, rule, owner: 7 },
      { ...good, rule, note: 'x'.repeat(201) },
      { ...good },
      { x: 1 },
      { ...good, rule, _id: 'by hand' as never, tick: { ...tick, time: new Date(tick.time) } },
    ]);
    const it = await tail();
    const found = await it.until(2);
    expect(found.map(({ id }) => id)).toEqual([_id.toHexString(), expect.stringMatching(/^~/)]);
    expect(found[1]!.tick).toEqual(tick);
    expect(it.tail.status.badDocuments).toBe(8);
  });
});
