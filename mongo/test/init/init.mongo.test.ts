import type { Document } from 'mongodb';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { BareSet } from './bare-set.ts';

const UNAUTHORIZED = 13;
const AUTHENTICATION_FAILED = 18;

const PROGRAMS = [
  ['ticker-admin', ['root']],
  ['ticker-publisher', ['tickerPublisher']],
  ['ticker-server', ['tickerAlerts', 'tickerServer']],
  ['ticker-worker', ['tickerWorker']],
];
const ROLES = ['tickerPublisher', 'tickerServer', 'tickerAlerts', 'tickerWorker'];

async function bare(options: Parameters<typeof BareSet.start>[0] = {}): Promise<BareSet> {
  const set = await BareSet.start(options);
  onTestFinished(() => set.stop());
  return set;
}

/** Users and their roles. */
function usersOf({ users }: Document): unknown[] {
  return users
    .map(({ user, roles }: Document) => [user, roles.map(({ role }: Document) => role).toSorted()])
    .toSorted();
}

describe('ticker init', () => {
  let set: BareSet;

  beforeAll(async () => {
    set = await BareSet.start();
  });
  afterAll(() => set?.stop());

  test('makes of bare members a set with topic, alerts, queue, roles and users', async () => {
    const { code, out, err } = await set.init();
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toEqual([
      `made the replica set rs0 of ${set.hosts.replaceAll(',', ', ')}`,
      'made the topic finance.ticker',
      'the alerts have finance.rules, finance.alerts and the queue work.queue',
      ...ROLES.map((role) => `made the role ${role}`),
      ...PROGRAMS.map(([user]) => `made the user ${user as string}`),
    ]);
    const picture = await set.picture();
    expect(picture['config'].members.map(({ host }: Document) => host)).toEqual(set.hosts.split(','));
    expect(usersOf(picture)).toEqual(PROGRAMS);
    expect(Object.keys(picture['collections']).toSorted()).toEqual([
      'finance.alerts',
      'finance.rules',
      'finance.ticker',
      'work.dead',
      'work.queue',
    ]);
    const { info, indexes } = picture['collections']['finance.ticker'];
    expect(info.options).toEqual({ capped: true, size: 16_777_216, max: 100_000 });
    expect(indexes.map(({ key }: Document) => key)).toEqual([{ _id: 1 }, { time: 1 }]);
  });

  test('gives each user its own password, by SCRAM-SHA-256 alone, and no more than its roles', async () => {
    for (const [name] of PROGRAMS) {
      const user = name as string;
      const may = ['ticker-admin', 'ticker-publisher'].includes(user);
      const password = `pass@word/${user.replace('ticker-', '')}`;
      expect(await set.refusal(user, password), user).toBe(may ? undefined : UNAUTHORIZED);
      expect(await set.refusal(user, 'pass@word'), user).toBe(AUTHENTICATION_FAILED);
    }
    const { users } = await set.picture();
    for (const { user, credentials } of users)
      expect(Object.keys(credentials), user).toEqual(['SCRAM-SHA-256']);
  });

  test('run again changes nothing', async () => {
    const before = await set.picture();
    const ticks = (await set.client()).db('finance').collection('ticker');
    const count = await ticks.countDocuments();
    const { code, out, err } = await set.init();
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.filter((line) => line.startsWith('made') || line.startsWith('changed'))).toEqual([]);
    expect(await set.picture()).toEqual(before);
    expect(count).toBeGreaterThan(0);
    expect(await ticks.countDocuments()).toBe(count);
  });

  test.for([
    [
      { CAPPED_SIZE: '33554432' },
      '33554432 bytes and 100000 ticks',
      'cappedSize: 33554432, cappedMax: 100000',
    ],
    [{ CAPPED_MAX: '5000' }, '16777216 bytes and 5000 ticks', 'cappedSize: 16777216, cappedMax: 5000'],
  ] as const)(
    'refuses %o for a topic that is there: says what is, what was asked, and the cure',
    async (asked) => {
      const [environment, wanted, cure] = asked;
      const before = await set.picture();
      const { code, err } = await set.init(environment);
      expect(code).toBe(1);
      expect(err).toMatch(/^ticker init: the topic finance.ticker holds .*\n$/);
      expect(err).toContain('holds 16777216 bytes and 100000 ticks at most');
      expect(err).toContain(`not ${wanted} (CAPPED_SIZE, CAPPED_MAX)`);
      expect(err).toContain('Use it as it is with CAPPED_SIZE=16777216 CAPPED_MAX=100000');
      expect(err).toContain(`db.getSiblingDB("finance").runCommand({collMod: "ticker", ${cure}})`);
      expect(await set.picture()).toEqual(before);
    },
  );

  test('gives a user whose secret was made anew the new password, and nobody else', async () => {
    const { users } = await set.picture();
    set.write('publisher/mongodb-password', 'another');
    const { code, out } = await set.init();
    expect(code).toBe(0);
    expect(out.filter((line) => line.includes('the user'))).toEqual(
      PROGRAMS.map(
        ([user]) => `${user === 'ticker-publisher' ? 'changed' : 'found'} the user ${user as string}`,
      ),
    );
    expect(await set.refusal('ticker-publisher', 'another')).toBeUndefined();
    expect(await set.refusal('ticker-publisher', 'pass@word/publisher')).toBe(AUTHENTICATION_FAILED);
    const others = ({ user }: Document): boolean => user !== 'ticker-publisher';
    expect((await set.picture())['users'].filter(others)).toEqual(users.filter(others));
  });

  test('takes from a user the roles that it was given beside', async () => {
    const admin = (await set.client()).db('admin');
    await admin.command({ grantRolesToUser: 'ticker-worker', roles: ['root'] });
    expect((await set.init()).out).toContain('changed the user ticker-worker');
    expect(usersOf(await set.picture())).toEqual(PROGRAMS);
  });

  test('goes on where one member is down', async () => {
    const admin = (await set.client()).db('admin');
    const { primary } = await admin.command({ hello: 1 });
    const away = set.members.find(({ address }) => address !== primary)!;
    await away.kill();
    const { code, err } = await set.init();
    expect({ code, err }).toEqual({ code: 0, err: '' });
    await away.start();
  });

  test('says whose set it is where the members are one of another name', async () => {
    const { code, err } = await set.init({ REPLICA_SET: 'other' });
    expect(code).toBe(1);
    expect(err).toBe(
      `ticker init: ${set.hosts.replaceAll(',', ', ')} are the replica set rs0, not other (REPLICA_SET)\n`,
    );
  });

  test('says which secret is wrong where it is not the key of the members', async () => {
    onTestFinished(() => set.write('admin/keyfile', set.key));
    set.write('admin/keyfile', 'bm90IHRoZSBrZXk=');
    const { code, err } = await set.init();
    expect(code).toBe(1);
    expect(err).toMatch(/^ticker init: [^\n]*\n$/);
    for (const { address } of set.members) expect(err).toContain(address);
    expect(err).toContain('admin/keyfile');
    expect(err).not.toContain('MONGODB_URI');
  });
});

test('init that was killed after any of its steps is finished by the next one', async () => {
  const set = await bare();
  for (const step of [
    'made the replica set',
    'made the topic',
    'the alerts have',
    'made the role tickerServer',
    'made the user ticker-publisher',
  ]) {
    const { code, out } = await set.init({}, step);
    expect({ step, code, reached: out.some((line) => line.startsWith(step)) }).toEqual({
      step,
      code: null,
      reached: true,
    });
  }
  const { code, out } = await set.init();
  expect(code).toBe(0);
  expect(out).toContain('found the replica set rs0 of ' + set.hosts.replaceAll(',', ', '));
  const picture = await set.picture();
  expect(usersOf(picture)).toEqual(PROGRAMS);
  expect(picture['roles'].map(({ role }: Document) => role).toSorted()).toEqual(ROLES.toSorted());
  expect(Object.keys(picture['collections'])).toHaveLength(5);
  expect(await set.refusal('ticker-publisher', 'pass@word/publisher')).toBeUndefined();
});

test('two inits at once make one set', async () => {
  const set = await bare();
  const ended = await Promise.all([set.init(), set.init()]);
  // Either may find a user or a role that the other one has just made; the next run finds all.
  expect(ended.some(({ code }) => code === 0)).toBe(true);
  expect(await set.init()).toMatchObject({ code: 0 });
  expect(usersOf(await set.picture())).toEqual(PROGRAMS);
});

test('the key of other members: init says at which member, and which secret', async () => {
  const set = await bare({ nodes: 1 });
  set.write('admin/keyfile', 'bm90IHRoZSBrZXk=');
  const { code, err } = await set.init();
  expect(code).toBe(1);
  expect(err).toMatch(/^ticker init: [^\n]*\n$/);
  expect(err).toContain(set.hosts);
  expect(err).toContain('admin/keyfile');
});
