import { alertNames, AlertsUnavailable, ensureAlerts } from '@ticker/mongo';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';

const client = new MongoClient(inject('uri'));
const db = client.db('test_alert_ensure');
const names = alertNames('test_alert_ensure.ticker', 'test_alert_ensure.queue');

beforeAll(() => client.connect());
beforeEach(() => db.dropDatabase());
afterAll(async () => {
  await db.dropDatabase();
  await client.close();
});

async function keys(collection: string): Promise<string[]> {
  return (await db.collection(collection).indexes()).map(({ key }) => Object.keys(key).join()).toSorted();
}

describe('ensureAlerts', () => {
  it('makes the collections and their indexes, by five at once and again', async () => {
    await Promise.all(Array.from({ length: 5 }, () => ensureAlerts(client, names)));
    await ensureAlerts(client, names);
    const found = await db.listCollections().toArray();
    expect(found.map(({ name }) => name).toSorted()).toEqual(['alerts', 'dead', 'queue', 'rules']);
    const alerts = found.find(({ name }) => name === 'alerts');
    expect(alerts).toMatchObject({ options: { capped: true, size: 4 * 1024 * 1024, max: 10_000 } });
    await expect(keys('rules')).resolves.toEqual(['_id', 'owner,createdAt,_id', 'owner,slot', 'state']);
    await expect(keys('dead')).resolves.toEqual(['_id', 'deadAt', 'payload.rule,deadAt']);
    await expect(keys('queue')).resolves.toContain('endTime');
  });

  it('leaves alone what is there: how long finished jobs stay, and the size of the alerts', async () => {
    await db.createCollection('alerts', { capped: true, size: 8192 });
    await db.collection('queue').createIndex({ endTime: 1 }, { expireAfterSeconds: 60 });
    await ensureAlerts(client, names);
    const [alerts] = await db.listCollections({ name: 'alerts' }).toArray();
    expect(alerts).toMatchObject({ options: { size: 8192 } });
    const expiry = (await db.collection('queue').indexes()).find(({ name }) => name === 'endTime_1');
    expect(expiry).toMatchObject({ expireAfterSeconds: 60 });
  });

  it('refuses alerts that are not capped, and a queue that is', async () => {
    await db.createCollection('alerts');
    await expect(ensureAlerts(client, names)).rejects.toThrow(/alerts is not a capped collection/);
    await db.dropDatabase();
    await db.createCollection('queue', { capped: true, size: 8192 });
    const refused = ensureAlerts(client, names);
    await expect(refused).rejects.toBeInstanceOf(AlertsUnavailable);
    await expect(refused).rejects.toThrow(/capped collection, .* \(QUEUE\)$/);
  });
});

describe('alertNames', () => {
  it('are in the database of the topic', () => {
    expect(alertNames('finance.ticker')).toEqual({
      rules: 'finance.rules',
      alerts: 'finance.alerts',
      queue: { name: 'work.queue' },
    });
  });

  it.for([
    ['finance.alerts', 'work.queue'],
    ['finance.rules', 'work.queue'],
    ['work.dead', 'work.queue'],
    ['finance.ticker', 'finance.rules'],
    ['finance.ticker', 'finance.ticker'],
  ] as const)('refuse TOPIC %s with QUEUE %s', ([topic, queue]) => {
    expect(() => alertNames(topic, queue)).toThrow(/can't be two collections: .*TOPIC.*QUEUE/);
  });

  it.for(['queue', 'work.', '.queue'])('refuse QUEUE "%s"', (queue) => {
    expect(() => alertNames('finance.ticker', queue)).toThrow(/queue's name must be/);
  });
});
