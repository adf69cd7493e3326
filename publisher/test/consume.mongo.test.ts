import { append, connect, ensureTopic, type NewTick } from '@ticker/mongo';
import { afterAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { Program } from './program.ts';

const client = await connect(inject('uri'), 'test');
const db = client.db('test_consumer');
const bounds = { name: 'test_consumer.ticker', sizeBytes: 1_000_000, max: 0 };
const time = new Date('2024-11-21T10:00:00Z');

beforeEach(() => db.dropDatabase());
afterAll(async () => {
  await db.dropDatabase();
  await client.close();
});

function consume(args: string): Program {
  const program = new Program('consume', inject('uri'), args, { TOPIC: bounds.name });
  onTestFinished(() => void program.process.kill('SIGKILL'));
  return program;
}

async function publish(...prices: number[]): Promise<void> {
  const ticks = prices.map((price): NewTick => ({ time, ticker: price < 50 ? 'PIP' : 'ACME', price }));
  await append(client, await ensureTopic(client, bounds), ticks);
}

async function stopped(program: Program): Promise<Program> {
  program.process.kill('SIGINT');
  expect(await program.exit()).toBe(0);
  return program;
}

describe('npm run consume', () => {
  test('shows what the topic holds, and what comes', async () => {
    await publish(1, 51, 2);
    const program = consume('--from start');
    await program.says(/PIP 2/);
    await publish(3);
    await program.says(/PIP 3/);
    expect((await stopped(program)).out.split('\n')).toEqual([
      '2024-11-21T10:00:00.000Z PIP 1',
      '2024-11-21T10:00:00.000Z ACME 51',
      '2024-11-21T10:00:00.000Z PIP 2',
      '2024-11-21T10:00:00.000Z PIP 3',
      '',
    ]);
  });

  test('shows the tickers asked for only', async () => {
    await publish(1, 51, 2, 52);
    const program = consume('--from start --ticker ACME --json');
    await program.says(/"price":52/);
    expect((await stopped(program)).json()).toMatchObject([{ price: 51 }, { price: 52 }]);
  });

  test('goes on after a tick', async () => {
    await publish(1, 2, 3);
    const second = await db.collection('ticker').findOne({ price: 2 });
    const program = consume(`--json --from ${second!._id}`);
    await program.says(/"price":3/);
    expect((await stopped(program)).json()).toMatchObject([{ type: 'tick', price: 3 }]);
  });

  test('shows a gap before all there is, when that tick is gone', async () => {
    await publish(1, 2);
    const program = consume(`--json --from ${'0'.repeat(24)}`);
    await program.says(/"price":2/);
    expect((await stopped(program)).json()).toMatchObject([{ type: 'gap' }, { price: 1 }, { price: 2 }]);
  });

  test('waits for a topic that is not there yet, and misses nothing of it', async () => {
    const program = consume('--from start');
    await program.says(/following/);
    await publish(1, 2);
    await program.says(/PIP 2/);
    expect((await stopped(program)).out).toMatch(/ PIP 1\n.* PIP 2\n$/);
  });
});
