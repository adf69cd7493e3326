import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type ArticleDocument, articleDocument, followArticle } from '../src/load/article-topic.ts';
import type { Stretch } from '../src/load/stretch.ts';
import { nowMicros } from '../src/measure/clock.ts';

const DATABASE = 'bench-article-topic';

let client: MongoClient;

beforeAll(async () => {
  client = await new MongoClient(inject('uri')).connect();
  await client.db(DATABASE).dropDatabase();
});
afterAll(async () => {
  await client.db(DATABASE).dropDatabase();
  await client.close();
});

it('a listener of the article’s gets each document once, from the first of the ring on', async () => {
  await client.db(DATABASE).createCollection('topics', { capped: true, size: 1e6 });
  const topic = client.db(DATABASE).collection<ArticleDocument>('topics');
  const publish = (sequence: number) =>
    topic.insertOne(articleDocument({ run: 5, publisher: 3, sequence }, nowMicros()));
  await publish(0);
  const heard: Stretch[] = [];
  const two = new Promise<void>((resolve) => {
    const followed = followArticle(topic, (stretches) => {
      heard.push(...stretches);
      if (heard.length === 1) void publish(1);
      if (heard.length === 2) resolve();
    });
    followed.catch(() => {});
  });
  await two;
  expect(heard).toMatchObject([
    { run: 5, publisher: 3, from: 0, to: 0 },
    { run: 5, publisher: 3, from: 1, to: 1 },
  ]);
  expect(heard[1]!.sentMicros).toBeGreaterThan(heard[0]!.sentMicros);
});
