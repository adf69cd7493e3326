import { execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { QueueStage, until } from './queue/queue-stage.ts';

// Runs what is built: `npx tsc -b` first.

const SCRIPT = fileURLToPath(new URL('../dist/cli/queue.js', import.meta.url));
let stage: QueueStage;

beforeAll(async () => {
  stage = await QueueStage.open(inject('uri'), 'test_queue_cli');
});
beforeEach(() => stage.clear());
afterAll(() => stage.close());

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], MONGODB_URI: inject('uri'), QUEUE: stage.name, ...more };
}

/** Runs `npm run queue` as an operator does: the built program. */
function run(args: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [SCRIPT, ...args.split(' ').filter(Boolean)],
      { env: environment(env) },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

/** Runs it until the test has seen enough. */
function begin(args: string): { out: () => string; stop: () => void; ended: Promise<number | null> } {
  const child = spawn(process.execPath, [SCRIPT, ...args.split(' ')], { env: environment() });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { out: () => out, stop: () => child.kill('SIGINT'), ended };
}

/** Jobs that died, the first one the longest dead. */
async function die(...keys: string[]): Promise<void> {
  const queue = stage.queue({ maxAttempts: 1 });
  for (const key of keys) {
    await queue.enqueue({ n: key }, { key });
    await queue.fail((await queue.claim())!, new Error(`${key} failed`));
  }
}

describe('stats', () => {
  test('shows how many jobs are in each state', async () => {
    await die('a');
    await stage.queue().enqueueMany([{ payload: 1 }, { payload: 2 }, { payload: 3, delayMs: 1e6 }]);
    const { code, out } = await run('stats');
    expect(code).toBe(0);
    for (const line of [
      /^waiting +2$/m,
      /^delayed +1$/m,
      /^dead +1$/m,
      /^oldest +\d/m,
      /^finished +0 a minute$/m,
    ]) {
      expect(out).toMatch(line);
    }
  });

  test('--json writes the same for programs', async () => {
    const { out } = await run('stats --json');
    expect(JSON.parse(out)).toEqual({
      waiting: 0,
      running: 0,
      delayed: 0,
      dead: 0,
      foreign: 0,
      finishedPerMinute: 0,
    });
  });

  test('--watch shows it again until it is stopped', async () => {
    const { out, stop, ended } = begin('stats --json --watch');
    await until(() => out().includes('"waiting":0'));
    await stage.queue().enqueue(1);
    await until(() => out().includes('"waiting":1'));
    stop();
    expect(await ended).toBe(0);
  });
});

describe('dead', () => {
  test('lists the dead letters, the newest first', async () => {
    await die('a', 'b');
    const [b, a] = await stage.dead.find().sort({ deadAt: -1 }).toArray();
    const { code, out } = await run('dead');
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n')).toEqual([
      `${b!._id}  b  ${b!.deadAt!.toISOString()}  1 attempt  b failed`,
      `${a!._id}  a  ${a!.deadAt!.toISOString()}  1 attempt  a failed`,
    ]);
  });

  test('--limit and --json', async () => {
    await die('a', 'b');
    const { out, err } = await run('dead --limit 1 --json');
    expect(JSON.parse(out)).toMatchObject({
      key: 'b',
      payload: { n: 'b' },
      attempts: 1,
      lastError: 'b failed',
    });
    expect(err).toContain('there may be more');
  });

  test('writes nothing to the terminal that would steer it', async () => {
    await die('a');
    await stage.dead.updateMany({}, { $set: { lastError: '\u001b[2J\u0007\nb' } });
    const { out } = await run('dead');
    expect(out).toMatch(/ {2}\[2J b\n$/);
  });

  test('says that there are none', async () => {
    expect(await run('dead')).toEqual({ code: 0, out: 'there are no dead letters\n', err: '' });
  });
});

describe('redrive', () => {
  test('of some has these wait again, by the ids that dead shows', async () => {
    await die('a', 'b', 'c');
    await stage.dead.insertOne({ _id: 'by hand', payload: 1, deadAt: new Date(0) } as never);
    const { out } = await run('dead --json');
    const letters = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const ids = [letters[0].id, letters[3].id];
    expect(await run(`redrive ${ids.join(' ')}`)).toMatchObject({
      code: 0,
      out: '2 of 2 dead letters wait again\n',
    });
    expect((await stage.jobs.find().toArray()).map(({ payload }) => payload)).toEqual([{ n: 'c' }, 1]);
    expect(await stage.dead.countDocuments()).toBe(2);
  });

  test('--all; says which are refused, since another job has their key', async () => {
    await die('a', 'b');
    await stage.queue().enqueue('anew', { key: 'a' });
    const [refused] = await stage.dead.find({ key: 'a' }).toArray();
    expect(await run('redrive --all')).toEqual({
      code: 1,
      out: '1 of 2 dead letters wait again\n',
      err: `${refused!._id} stays: another job has its key now\n`,
    });
  });

  test('of what is no dead letter says so', async () => {
    expect(await run('redrive 673f2671c2b5b6c9a2f1d0aa')).toEqual({
      code: 1,
      out: '0 of 1 dead letters wait again\n',
      err: "1 of the ids are no dead letter's\n",
    });
  });
});

describe('drain', () => {
  test('waits for what waits, is delayed or runs, and says how far it is', async () => {
    const queue = stage.queue();
    await queue.enqueueMany([{ payload: 1 }, { payload: 2, delayMs: 1e6 }]);
    const job = (await queue.claim())!;
    const { out, ended } = begin('drain --timeout 60');
    await until(() => out().includes('0 wait, 1 delayed, 1 run, 0 foreign; 0 dead\n'));
    await queue.complete(job);
    await until(() => out().includes('0 wait, 1 delayed, 0 run, 0 foreign; 0 dead\n'));
    await stage.jobs.updateMany({ dueAt: { $exists: true } }, { $set: { dueAt: new Date(0) } });
    await queue.sweep();
    await until(() => out().includes('1 wait, 0 delayed, 0 run, 0 foreign; 0 dead\n'));
    await queue.complete((await queue.claim())!);
    expect(await ended).toBe(0);
    expect(out()).toContain('0 wait, 0 delayed, 0 run, 0 foreign; 0 dead\n');
  });

  test('gives up after --timeout, with exit code 1', async () => {
    await stage.queue().enqueue(1);
    const { code, err } = await run('drain --timeout 1');
    expect({ code, err }).toEqual({ code: 1, err: 'not drained within 1 s\n' });
  });

  test('stopped before that, has exit code 1 too', async () => {
    await stage.queue().enqueue(1);
    const { out, stop, ended } = begin('drain');
    await until(() => out().includes('1 wait'));
    stop();
    expect(await ended).toBe(1);
  });
});

describe('what can not be', () => {
  test.for([
    ['', {}, /^a command is missing: it is one of stats, dead, redrive, drain .*\n$/],
    ['flush', {}, /^there is no command "flush": .*\n$/],
    ['stats --limit 3', {}, /^Unknown option '--limit'.*\n$/],
    ['stats now', {}, /^Unexpected argument 'now'.*\n$/],
    ['dead --limit 0', {}, /^--limit must be a number .* at least 1, not "0"\n$/],
    ['redrive', {}, /^redrive takes ids.*\n$/],
    ['redrive --all 673f2671c2b5b6c9a2f1d0aa', {}, /^redrive takes ids.*\n$/],
    ['redrive x', {}, /^"x" is no id of a dead letter.*\n$/],
    ['drain --timeout soon', {}, /^--timeout must be a number .*\n$/],
    ['stats', { QUEUE: 'jobs' }, /^QUEUE: a queue's name must be .*"jobs"\n$/],
    ['stats', { MONGODB_URI: '' }, /^MONGODB_URI is not set: .*\n$/],
    ['stats', { MONGODB_URI: 'nowhere' }, /^MONGODB_URI is no connection string: .*\n$/],
  ] as const)('"%s" ends with exit code 2 and one line', async ([args, env, line]) => {
    const { code, out, err } = await run(args, env);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(line);
  });

  test('--help', async () => {
    const { code, out } = await run('redrive --help');
    expect(code).toBe(0);
    expect(out).toMatch(/^Usage: npm run queue/);
  });
});
