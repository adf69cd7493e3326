import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, ensureTopic } from '@ticker/mongo';
import { afterAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { Program } from './program.ts';

const client = await connect(inject('uri'), 'test');
const db = client.db('test_publisher');
const topic = db.collection('ticker');

beforeEach(() => db.dropDatabase());
afterAll(async () => {
  await db.dropDatabase();
  await client.close();
});

function publish(args: string, env: NodeJS.ProcessEnv = {}): Program {
  const program = new Program('main', inject('uri'), args, { TOPIC: 'test_publisher.ticker', ...env });
  onTestFinished(() => void program.process.kill('SIGKILL'));
  return program;
}

const inOrder = (): ReturnType<typeof topic.find> => topic.find().sort({ $natural: 1 });

describe('npm run publish', () => {
  test('without options is the article’s publisher: {time, ticker: "PIP", price}', async () => {
    const begun = Date.now();
    const program = publish('');
    await program.says(/publishing to/);
    const stream = topic.watch();
    onTestFinished(() => stream.close());
    await stream.next();
    program.process.kill('SIGINT');
    expect(await program.exit()).toBe(0);
    const [tick] = await inOrder().toArray();
    expect(Object.keys(tick!)).toEqual(['_id', 'time', 'ticker', 'price']);
    expect(tick!['ticker']).toBe('PIP');
    expect(tick!['time'].getTime()).toBeGreaterThanOrEqual(begun);
    expect(tick!['price']).toBeGreaterThanOrEqual(0);
    expect(tick!['price']).toBeLessThanOrEqual(100);
  });

  test('publishes the same prices from the same seed', async () => {
    const [one, two] = [
      publish('--seed 7 --count 50 --rate 20000'),
      publish('--seed 7 --count 50 --rate 20000'),
    ];
    expect([await one.exit(), await two.exit()]).toEqual([0, 0]);
    const perPrice = await topic.aggregate([{ $group: { _id: '$price', count: { $sum: 1 } } }]).toArray();
    expect(perPrice.every(({ count }) => count % 2 === 0)).toBe(true);
  });

  test('makes the topic, capped as CAPPED_SIZE and CAPPED_MAX say, once when two start together', async () => {
    const programs = [1, 2].map(() => publish('--count 1', { CAPPED_SIZE: '102400', CAPPED_MAX: '500' }));
    expect(await Promise.all(programs.map((program) => program.exit()))).toEqual([0, 0]);
    expect(programs.map(({ err }) => /made the topic/.test(err)).toSorted()).toEqual([false, true]);
    expect(await topic.options()).toMatchObject({ capped: true, size: 102_400, max: 500 });
    expect(await topic.countDocuments()).toBe(2);
  });

  test('is refused where the topic is there but not as asked, in one line', async () => {
    await ensureTopic(client, { name: 'test_publisher.ticker', sizeBytes: 100_096, max: 0 });
    const program = publish('');
    expect(await program.exit()).toBe(1);
    expect(program.err).toMatch(/^the topic test_publisher.ticker holds 100096 bytes .*collMod.*\n$/);
  });

  test('replays the two files of vega-datasets, with their times', async () => {
    const programs = [
      publish('--replay stocks.csv --speed 1e12'),
      publish('--replay sp500.csv --rate 20000'),
    ];
    expect(await Promise.all(programs.map((program) => program.exit()))).toEqual([0, 0]);
    const counts = await topic.aggregate([{ $group: { _id: '$ticker', count: { $sum: 1 } } }]).toArray();
    expect(Object.fromEntries(counts.map(({ _id, count }) => [_id, count]))).toEqual({
      MSFT: 123,
      AMZN: 123,
      IBM: 123,
      GOOG: 68,
      AAPL: 123,
      SP500: 123,
    });
    const times = await topic.find({ ticker: 'SP500' }).sort({ $natural: 1 }).toArray();
    expect(times[0]!['time']).toEqual(new Date('2000-01-01T00:00:00Z'));
    expect(times.at(-1)!['time']).toEqual(new Date('2010-03-01T00:00:00Z'));
  });

  test('leaves out bad lines, tells each, and ends with 1', async () => {
    const file = join(tmpdir(), `ticker-bad-lines-${process.pid}.csv`);
    writeFileSync(file, 'ticker,price\nPIP,1\nPIP,x\nPIP,3\n');
    onTestFinished(() => rmSync(file));
    const program = publish(`--replay ${file}`);
    expect(await program.exit()).toBe(1);
    expect(program.err).toContain('line 3: price is not a number: "x"\n');
    expect(program.out).toMatch(/^published 2 ticks in .*; 1 bad line left out\n$/);
    expect((await inOrder().toArray()).map(({ price }) => price)).toEqual([1, 3]);
  });

  test('takes lines from stdin as they come', async () => {
    const program = publish('--stdin --tickers ACME');
    const { stdin } = program.process;
    stdin!.end('44.51\nPIP 1\n{"ticker":"PIP","price":2,"time":"2000-01-01"}\n');
    expect(await program.exit()).toBe(0);
    expect(await inOrder().toArray()).toMatchObject([
      { ticker: 'ACME', price: 44.51 },
      { ticker: 'PIP', price: 1 },
      { ticker: 'PIP', price: 2, time: new Date('2000-01-01T00:00:00Z') },
    ]);
  });

  test('with --json ends with a line that tells what was inserted', async () => {
    const program = publish('--json --rate 20000 --count 3000');
    expect(await program.exit()).toBe(0);
    const end = { type: 'end', appended: 3000, unconfirmed: 0, badLines: 0, waiting: null };
    expect(program.json().at(-1)).toMatchObject(end);
    expect(await topic.countDocuments()).toBe(3000);
  });

  test.for(['SIGINT', 'SIGTERM', 'disconnect'] as const)(
    'stops on %s, with nothing half done and the count told',
    async (how) => {
      const program = publish('--rate 5000 --json');
      await program.says(/"appended":[1-9]/);
      if (how === 'disconnect') program.process.disconnect();
      else program.process.kill(how);
      expect(await program.exit()).toBe(0);
      expect(program.json().at(-1)).toMatchObject({
        type: 'end',
        appended: await topic.countDocuments(),
        unconfirmed: 0,
      });
    },
  );

  test('stops when nobody reads its output any more', async () => {
    const program = publish('--rate 100 --json');
    await program.says(/"appended"/);
    program.process.stdout!.destroy();
    expect(await program.exit()).toBe(0);
  });

  test('makes the topic anew when it is dropped, and goes on', async () => {
    const program = publish('--rate 200');
    await program.says(/publishing to/);
    await topic.drop();
    await program.says(/was dropped[^]*made the topic/);
    program.process.kill('SIGINT');
    expect(await program.exit()).toBe(0);
    expect(await topic.isCapped()).toBe(true);
    expect(await topic.countDocuments()).toBeGreaterThan(0);
  });
});
