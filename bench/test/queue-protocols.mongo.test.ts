import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { CLIENTS, type ClientName } from '../src/mqperf/clients.ts';
import { message } from '../src/mqperf/message.ts';
import { type ModeName, MODES } from '../src/queue-simulation/modes.ts';
import { DATABASE } from '../src/queue/job-store.ts';

let client: MongoClient;

beforeAll(async () => {
  client = await new MongoClient(inject('uri')).connect();
});
afterAll(async () => {
  await client.close();
});

describe("the simulation's modes", () => {
  it.each(Object.keys(MODES) as ModeName[])('publish jobs, and fetch each once: %s', async (name) => {
    const mode = await MODES[name](client, true);
    await Promise.all(Array.from({ length: 20 }, () => mode.publish()));
    let fetched = 0;
    while (await mode.fetch()) fetched++;
    expect(fetched).toBe(20);
  });

  it('finish the same document with every fetch where they are faithful, and each its own where they are not', async () => {
    const finished: Record<string, number> = {};
    for (const name of ['faithful', 'corrected'] as const) {
      const mode = await MODES[name](client, true);
      for (let job = 0; job < 5; job++) await mode.publish();
      for (let job = 0; job < 5; job++) await mode.fetch();
      const jobs = client.db(DATABASE).collection(name === 'faithful' ? 'simulated' : 'simulated_corrected');
      finished[name] = await jobs.countDocuments({ endTime: { $gt: new Date(0) } });
    }
    expect(finished).toEqual({ faithful: 1, corrected: 5 });
  });
});

describe("mqperf's clients", () => {
  it.each(Object.keys(CLIENTS) as ClientName[])(
    'receive what was sent, ten at most, once: %s',
    async (name) => {
      const mq = await CLIENTS[name](client, 'majority', true);
      const sent = Array.from({ length: 25 }, (_, at) => message(at));
      await mq.send(sent);
      const received: string[][] = [];
      for (let batch = await mq.receive(); batch.length > 0; batch = await mq.receive()) received.push(batch);
      expect(Math.max(...received.map(({ length }) => length))).toBe(10);
      expect(received.flat().toSorted()).toEqual(sent);
    },
  );
});
