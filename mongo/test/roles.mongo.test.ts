import { readFileSync } from 'node:fs';
import {
  alertNames,
  append,
  ensureAlerts,
  ensureTopic,
  type NewTick,
  oldestTicks,
  tickExists,
  ticksByTime,
  topicStats,
} from '@ticker/mongo';
import type { Tick } from '@ticker/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Program } from '../../publisher/test/program.ts';
import { ServerProcess } from '../../server/test/server-process.ts';
import { countTails } from '../src/count-tails.ts';
import { ROLES, rolesOf } from '../src/roles.ts';
import { RecordingTail } from './recording-tail.ts';
import { alertWork, queueWork } from './roles-alerts.ts';
import { FORBIDDEN, ROLE_NAMES, type RoleName } from './roles-forbidden.ts';
import { BOUNDS, NAMES, RolesSet, TARGETS, TOPIC } from './roles-set.ts';

let roles: RolesSet;

beforeAll(async () => {
  // Fail points make an answer get lost.
  roles = await RolesSet.start({ setParameter: { enableTestCommands: 1 } });
  await roles.prepare();
  await roles.admin.db('finance').collection('other').insertOne({});
  await roles.admin.db('else').collection('secret').insertOne({});
});
beforeEach(() => roles.clearAlerts());
afterAll(() => roles?.stop());

function ticks(count: number): NewTick[] {
  return Array.from({ length: count }, (_, price) => ({ time: new Date(), ticker: 'PIP', price }));
}

/** All that the publisher does: with the topic, with ticks, and after an answer was lost. */
async function publish(user: string): Promise<void> {
  const client = await roles.clientOf(user);
  const topic = await ensureTopic(client, BOUNDS);
  const primary = await roles.set.primary();
  const data = { failCommands: ['insert'], writeConcernError: { code: 64, errmsg: 'timed out' } };
  await primary.command({ configureFailPoint: 'failCommand', mode: { times: 1 }, data });
  try {
    expect(await append(client, topic, ticks(3))).toBe(true);
  } finally {
    await primary.command({ configureFailPoint: 'failCommand', mode: 'off' });
  }
}

/** A tail of the topic that is told of its ticks. @throws Error with what kept it from that */
async function follow(user: string): Promise<RecordingTail> {
  let failure: string | undefined;
  const log = {
    info: () => {},
    warn: ({ why }: { why?: string }) => void (failure ??= why),
  };
  const tail = await RecordingTail.start(roles.uriOf(user), TOPIC, { log });
  onTestFinished(() => tail.stop());
  await tail.until(() => failure !== undefined || tail.tail.wake === 'told');
  if (failure !== undefined) throw new Error(failure);
  return tail;
}

describe('tickerPublisher is enough', () => {
  test('for all that the publisher does', () => publish('tickerPublisher'));

  test('for the program', async () => {
    const count = await roles.admin.db('finance').collection('ticker').countDocuments();
    const program = new Program('main', roles.uriOf('tickerPublisher'), '--count 20 --rate 1000');
    onTestFinished(() => void program.process.kill('SIGKILL'));
    expect(await program.exit()).toBe(0);
    expect(program.out).toMatch(/^published 20 ticks/);
    expect(await roles.admin.db('finance').collection('ticker').countDocuments()).toBe(count + 20);
  });
});

describe('tickerServer is enough', () => {
  beforeAll(() => publish('tickerPublisher'));

  test('to follow the topic, and to go on at another member', async () => {
    const tail = await follow('tickerServer');
    const member = roles.set.members.find(({ address }) => address === tail.tail.status.member);
    await member!.kill();
    onTestFinished(async () => {
      await member!.start();
      await roles.set.settled();
    });
    await publish('tickerPublisher');
    const last = await roles.admin
      .db('finance')
      .collection('ticker')
      .find()
      .sort({ $natural: -1 })
      .limit(1)
      .next();
    await tail.until(() => tail.ids.at(-1) === last!._id.toHexString());
  });

  test('to count the tails of its own that a member carries', async () => {
    const { tail } = await follow('tickerServer');
    const [user, member] = ['tickerServer', tail.status.member!];
    const client = await roles.clientOf(user);
    expect(await countTails(roles.uriOf(user), client, [member], TOPIC)).toEqual(new Map([[member, 1]]));
  });

  test('to look ticks up by id and by time, and to see how full the topic is', async () => {
    const client = await roles.clientOf('tickerServer');
    const { signal } = new AbortController();
    const query = { tickers: new Set(['PIP']), readConcern: 'majority' } as const;
    const found: Tick[] = [];
    for await (const { tick } of ticksByTime(client, TOPIC, query, signal)) found.push(tick);
    expect(found.length).toBeGreaterThan(0);
    const [oldest] = await oldestTicks(client, TOPIC, { count: 1, readConcern: 'majority' }, signal);
    expect(await tickExists(client, TOPIC, oldest!.id)).toBe(true);
    expect(await topicStats(client, TOPIC)).toMatchObject({ count: expect.any(Number), max: BOUNDS.max });
  });

  test('for the program: /api/status is live, with the numbers of the topic', async () => {
    const server = await ServerProcess.start({ MONGODB_URI: roles.uriOf('tickerServer'), TOPIC });
    onTestFinished(async () => void (await server.stop('SIGKILL')));
    const count = await roles.admin.db('finance').collection('ticker').countDocuments();
    await vi.waitFor(
      async () =>
        expect(await server.status()).toMatchObject({
          tail: { state: 'live', why: null },
          topic: { count, max: BOUNDS.max },
          backlog: { size: count },
        }),
      { timeout: 10_000 },
    );
  });

  test('for the consumer', async () => {
    const program = new Program('consume', roles.uriOf('tickerServer'), '--from start');
    onTestFinished(() => void program.process.kill('SIGKILL'));
    await program.says(/ PIP 2\n/);
  });
});

describe('tickerAlerts and tickerServer are enough', () => {
  beforeAll(() => roles.addUser('alerts', ['tickerServer', 'tickerAlerts']));

  test('for rules, firings, deliveries, and the tail of the alerts', async () => {
    await alertWork(await roles.clientOf('alerts'), roles.uriOf('alerts'));
  });

  test('where the collections are there; else it is said which are missing, and what to do', async () => {
    const client = await roles.clientOf('alerts');
    await ensureAlerts(client, NAMES);
    await expect(ensureAlerts(client, alertNames('finance.ticker', 'work.mail'))).rejects.toThrow(
      /^work.mail, work.mail.dead are missing, and this user may not make them: .* npm run roles/,
    );
  });
});

describe('tickerWorker is enough', () => {
  test('for all that is done with a queue', async () => {
    await queueWork(await roles.clientOf('tickerWorker'));
  });
});

describe('each right is needed', () => {
  const [publisher, server, alerts, worker] = rolesOf(TARGETS, 'ticker');

  test.for(publisher!.privileges)('the publisher $actions.0: $why', async (taken) => {
    const user = `publisher without ${taken.actions[0]}`;
    await roles.addUserWith(
      user,
      publisher!.privileges.filter((privilege) => privilege !== taken),
    );
    await expect(publish(user)).rejects.toMatchObject({ code: 13 });
  });

  test.for(server!.privileges)('the server $actions.0: $why', async (taken) => {
    const user = `server without ${taken.actions[0]}`;
    await roles.addUserWith(
      user,
      server!.privileges.filter((privilege) => privilege !== taken),
    );
    await expect(follow(user)).rejects.toThrow('needs the role tickerServer');
  });

  test('but where the server may not watch the topic, it asks as it did before, and says so once', async () => {
    const user = 'server of before';
    const before = server!.privileges.filter(({ actions }) => !actions.includes('changeStream'));
    await roles.addUserWith(user, before);
    const said: string[] = [];
    const log = { info: () => {}, warn: (_: object, message: string) => void said.push(message) };
    const tail = await RecordingTail.start(roles.uriOf(user), TOPIC, { log });
    onTestFinished(() => tail.stop());
    await tail.until(() => said.length > 0);
    const count = tail.ticks.length;
    await publish('tickerPublisher');
    await tail.until(() => tail.ticks.length === count + 3);
    expect(said.filter((message) => message.startsWith('no change stream'))).toHaveLength(1);
    expect(tail.tail.wake).toBe('unheard');
  });

  test.for(alerts!.privileges)('the alerts $actions.0 on $resource.collection: $why', async (taken) => {
    const user = `alerts without ${taken.actions[0]} on ${taken.resource.collection}`;
    await roles.addUserWith(user, [
      ...server!.privileges,
      ...alerts!.privileges.filter((privilege) => privilege !== taken),
    ]);
    const missed = alertWork(await roles.clientOf(user), roles.uriOf(user));
    await expect(missed).rejects.toMatchObject({
      message: expect.stringMatching(/not authorized|may not read/),
    });
  });

  test.for(worker!.privileges)('the worker $actions.0 on $resource.collection: $why', async (taken) => {
    const user = `worker without ${taken.actions[0]} on ${taken.resource.collection}`;
    await roles.addUserWith(
      user,
      worker!.privileges.filter((privilege) => privilege !== taken),
    );
    await expect(queueWork(await roles.clientOf(user))).rejects.toThrow('not authorized');
  });
});

const SIGHT: Record<RoleName, string[]> = {
  tickerPublisher: ['finance'],
  tickerServer: ['finance'],
  tickerAlerts: ['finance', 'work'],
  tickerWorker: ['work'],
};

describe.for(ROLE_NAMES)('%s is refused', (role) => {
  const rows = FORBIDDEN.filter((row) => row.but !== role && (row.role === undefined || row.role === role));

  test.for(rows)('to $what', async ({ database = 'finance', command }) => {
    const client = await roles.clientOf(role);
    await expect(client.db(database).command(command)).rejects.toMatchObject({
      code: 13,
      codeName: 'Unauthorized',
    });
  });

  test('sight of other databases', async () => {
    const client = await roles.clientOf(role);
    const { databases } = await client.db('admin').command({ listDatabases: 1, nameOnly: true });
    expect(databases).toEqual(SIGHT[role].map((name) => ({ name })));
  });
});

describe('docs/mongodb-roles.md', () => {
  const page = readFileSync(new URL('../../docs/mongodb-roles.md', import.meta.url), 'utf8');

  test.for(ROLES)('gives every right of ticker$name with its reason', ({ grants }) => {
    for (const { action, on, why } of grants) expect(page).toContain(`| \`${action}\` | ${on} | ${why} |`);
  });

  test('names everything that was tried and refused', () => {
    for (const { what } of FORBIDDEN) expect(page).toContain(what);
  });
});
