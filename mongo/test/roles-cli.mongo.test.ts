import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { connect, ensureTopic } from '@ticker/mongo';
import type { Db, Document, MongoClient } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { Program } from '../../publisher/test/program.ts';
import { ServerProcess } from '../../server/test/server-process.ts';
import { BOUNDS, RolesSet, TOPIC } from './roles-set.ts';

const SCRIPT = fileURLToPath(new URL('../dist/cli/roles.js', import.meta.url));
const USERS = [
  'db.getSiblingDB("admin").createUser({ user: "ticker-publisher", pwd: passwordPrompt(), roles: ["tickerPublisher"] })',
  'db.getSiblingDB("admin").createUser({ user: "ticker-server", pwd: passwordPrompt(), roles: ["tickerServer", "tickerAlerts"] })',
  'db.getSiblingDB("admin").createUser({ user: "ticker-worker", pwd: passwordPrompt(), roles: ["tickerWorker"] })',
];

let roles: RolesSet;
let admin: Db;

beforeAll(async () => {
  roles = await RolesSet.start({ nodes: 1 });
  admin = roles.admin.db('admin');
});
beforeEach(() => roles.clear());
afterAll(() => roles?.stop());

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `npm run roles` as an operator does: the built program. */
function run(
  args: string,
  uri: string | undefined = roles.set.uri,
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [SCRIPT, ...args.split(' ').filter(Boolean)],
      { env: { PATH: process.env['PATH'], ...(uri && { MONGODB_URI: uri }), ...env } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

/** What an operator finds in the set afterwards. */
async function made(): Promise<Document> {
  const { roles: found } = await admin.command({ rolesInfo: 1, showPrivileges: true });
  const [info] = await roles.admin.db('finance').listCollections({ name: 'ticker' }).toArray();
  const indexes = info ? await roles.admin.db('finance').collection('ticker').indexes() : [];
  const others: Record<string, Document> = {};
  for (const name of ['finance.rules', 'finance.alerts', 'work.queue', 'work.dead']) {
    const [database, collection] = name.split('.') as [string, string];
    const db = roles.admin.db(database);
    const [found] = await db.listCollections({ name: collection }).toArray();
    if (!found) continue;
    const made = await db.collection(collection).indexes();
    others[name] = {
      options: 'options' in found && found.options,
      indexes: made.toSorted((a, b) => (a.name! < b.name! ? -1 : 1)),
    };
  }
  return {
    others,
    roles: found.map(({ role, privileges, inheritedRoles }: Document) => ({
      role,
      privileges,
      inheritedRoles,
    })),
    options: info && 'options' in info && info.options,
    indexes,
  };
}

describe('npm run roles', () => {
  test('makes the topic with its index, and the roles; then it tells how to make the users', async () => {
    const { code, out, err } = await run('');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.trimEnd().split('\n')).toEqual([
      `made the topic finance.ticker at mongodb://${roles.set.members[0]!.address}/`,
      'the alerts have finance.rules, finance.alerts and the queue work.queue',
      'made the role tickerPublisher',
      'made the role tickerServer',
      'made the role tickerAlerts',
      'made the role tickerWorker',
      'Then make the users, in mongosh:',
      ...USERS,
    ]);
    const { options, indexes, roles: found, others } = await made();
    expect(options).toEqual({ capped: true, size: BOUNDS.sizeBytes, max: BOUNDS.max });
    expect(indexes.map(({ key }: Document) => key)).toEqual([{ _id: 1 }, { time: 1 }]);
    expect(found).toHaveLength(4);
    expect(Object.keys(others)).toHaveLength(4);
    expect(others['finance.alerts'].options).toEqual({ capped: true, size: 4 * 1024 * 1024, max: 10_000 });
  });

  test('may be run again: the same is there, and the topic keeps its ticks', async () => {
    await run('');
    const before = await made();
    await roles.admin.db('finance').collection('ticker').insertOne({ price: 1 });
    const { code, out } = await run('');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^found the topic .*\n.*\nrenewed the role tickerPublisher\nrenewed the role tickerServer\n/,
    );
    expect(await made()).toEqual(before);
    expect(await roles.admin.db('finance').collection('ticker').countDocuments()).toBe(1);
  });

  test('takes from a role what it was given beside', async () => {
    await run('');
    const before = await made();
    const resource = { db: '', collection: '' };
    await admin.command({
      grantPrivilegesToRole: 'tickerServer',
      privileges: [{ resource, actions: ['find'] }],
    });
    await admin.command({ grantRolesToRole: 'tickerServer', roles: ['root'] });
    await run('');
    expect(await made()).toEqual(before);
  });

  test('takes topic and bounds from its options, and before those from what the publisher reads', async () => {
    const env = { TOPIC: 'finance.else', CAPPED_SIZE: '102400', CAPPED_MAX: '500' };
    expect(
      await run('--topic finance.ticker --size 204800', undefined, { ...env, MONGODB_URI: roles.set.uri }),
    ).toMatchObject({
      code: 0,
    });
    expect((await made())['options']).toEqual({ capped: true, size: 204_800, max: 500 });
  });

  test('takes the queue from its option, and before that from what the server reads', async () => {
    await run('--queue work.mail', undefined, { QUEUE: 'work.post', MONGODB_URI: roles.set.uri });
    const found = await roles.admin.db('work').listCollections().toArray();
    expect(found.map(({ name }) => name).toSorted()).toEqual(['mail', 'mail.dead']);
    const { roles: made } = await admin.command({ rolesInfo: 'tickerWorker', showPrivileges: true });
    const resources = new Set(made[0].privileges.map(({ resource }: Document) => resource.collection));
    expect(resources).toEqual(new Set(['mail', 'mail.dead']));
  });

  test('leaves roles alone that are for another topic; others can be had beside them', async () => {
    await run('--topic finance.else');
    const before = await made();
    const { code, err } = await run('');
    expect(code).toBe(1);
    expect(err).toBe(
      'the role tickerPublisher is there already, for finance.else, not finance.ticker: choose other names by ' +
        '--prefix, or, if nobody uses it any more, in mongosh: ' +
        'db.getSiblingDB("admin").dropRole("tickerPublisher")\n',
    );
    expect((await made())['roles']).toEqual(before['roles']);
    const { out } = await run('--prefix test');
    expect(out).toContain('user: "test-publisher", pwd: passwordPrompt(), roles: ["testPublisher"]');
    expect((await made())['roles'].map(({ role }: Document) => role).toSorted()).toEqual([
      'testAlerts',
      'testPublisher',
      'testServer',
      'testWorker',
      'tickerAlerts',
      'tickerPublisher',
      'tickerServer',
      'tickerWorker',
    ]);
  });

  test('is content with an administrator who is not root', async () => {
    await roles.addUser('operator', [
      'userAdminAnyDatabase',
      { role: 'readWrite', db: 'finance' },
      { role: 'readWrite', db: 'work' },
    ]);
    expect(await run('', roles.uriOf('operator'))).toMatchObject({ code: 0, err: '' });
    expect(await run('', roles.uriOf('operator'))).toMatchObject({ code: 0, err: '' });
  });

  test.for([
    ['the roles', ['readWriteAnyDatabase']],
    ['the topic', ['userAdminAnyDatabase']],
    ['the queue', ['userAdminAnyDatabase', { role: 'readWrite', db: 'finance' }]],
  ] as const)('says in one line that the user may not make %s', async ([, rights]) => {
    await roles.addUser('operator', [...rights]);
    expect(await run('', roles.uriOf('operator'))).toMatchObject({
      code: 1,
      err:
        'the user of MONGODB_URI may not do that: it takes an administrator, with userAdminAnyDatabase and ' +
        'readWrite on finance and work\n',
    });
  });

  test.for([
    ['--topic ticker', /^--topic \(TOPIC\) must be database.collection, .* not "ticker"\n$/],
    ['--size 1e6', /^--size \(CAPPED_SIZE\) must be a number .* not "1e6"\n$/],
    ['--max -1', /^.*--max.*\n$/],
    ['--prefix a"b', /^--prefix must be .*\n$/],
    ['--queue jobs', /^a queue's name must be .*\n$/],
    ['--queue finance.rules', /^finance.rules can't be two collections: .*\n$/],
    ['--nonsense', /^Unknown option '--nonsense'.*\n$/],
  ] as const)('refuses %s in one line', async ([args, line]) => {
    const { code, err } = await run(args);
    expect(code).toBe(2);
    expect(err).toMatch(line);
  });

  test('without MONGODB_URI says so, in one line', async () => {
    const { code, err } = await run('', '');
    expect({ code, err }).toEqual({
      code: 2,
      err: "MONGODB_URI is not set: give an administrator's connection string by it\n",
    });
  });

  test('says in one line that MONGODB_URI is no connection string, without what it is', async () => {
    expect(await run('', 'mongodb://admin:se/same@127.0.0.1/')).toEqual({
      code: 2,
      out: '',
      err: 'MONGODB_URI is no connection string: Password contains unescaped characters\n',
    });
  });
});

/** mongosh's `db`, as far as the script needs it. mongosh itself awaits every call; here the test puts that in. */
function shell(client: MongoClient): (name: string) => object {
  return (name) => {
    const db = client.db(name);
    const command = (document: Document): Promise<Document> => db.command(document);
    return {
      runCommand: command,
      getCollectionInfos: (filter: Document) => db.listCollections(filter).toArray(),
      createCollection: (collection: string, options: object) => db.createCollection(collection, options),
      getRole: async (role: string, options: object) =>
        (await command({ rolesInfo: role, ...options }))['roles'][0] ?? null,
      createRole: ({ role, ...rest }: Document) => command({ createRole: role, ...rest }),
      updateRole: (role: string, rest: object) => command({ updateRole: role, ...rest }),
    };
  };
}

async function runScript(script: string): Promise<string> {
  const awaiting = script.replaceAll(/\b(?:database|admin)\.\w+\(/g, 'await $&');
  const lines: string[] = [];
  const print = (...words: string[]): unknown => lines.push(words.join(' '));
  const body = `return (async () => {${awaiting}})()`;
  await new Function('db', 'print', body)({ getSiblingDB: shell(roles.admin) }, print);
  return lines.join('\n');
}

describe('npm run roles -- --print', () => {
  test('connects to nothing, and writes a script that makes the very same', async () => {
    const { code, out } = await run('--print', '');
    expect(code).toBe(0);
    expect(await made()).toMatchObject({ roles: [] });
    const said = await runScript(out);
    const byScript = await made();
    expect(said.split('\n').slice(-3)).toEqual(USERS);
    await roles.admin.db('finance').dropDatabase();
    await roles.admin.db('work').dropDatabase();
    await admin.command({ dropAllRolesFromDatabase: 1 });
    await run('');
    expect(await made()).toEqual(byScript);
  });

  test('whose script may be run again', async () => {
    const { out } = await run('--print');
    await runScript(out);
    const before = await made();
    const said = await runScript(out);
    expect(said).toContain('finance.ticker is there, and stays as it is');
    expect(said).toContain('found finance.rules\nfound finance.alerts\nfound work.queue\nfound work.dead');
    expect(await made()).toEqual(before);
  });

  test('whose script leaves roles alone that are for another topic', async () => {
    await run('--topic finance.else');
    const { out } = await run('--print');
    await expect(runScript(out)).rejects.toThrow(
      'the role tickerPublisher is there already, and not for finance.ticker',
    );
  });
});

describe('the programs with too few rights end with one line', () => {
  function publish(uri: string): Program {
    const program = new Program('main', uri, '--count 1');
    onTestFinished(() => void program.process.kill('SIGKILL'));
    return program;
  }

  test('the publisher, where the topic is missing', async () => {
    await run('');
    await roles.addUser('publisher', ['tickerPublisher']);
    await roles.admin.db('finance').dropCollection('ticker');
    const program = publish(roles.uriOf('publisher'));
    expect(await program.exit()).toBe(1);
    expect(program.err).toBe(
      'the topic finance.ticker is missing, and this user may not make it: have an administrator run npm run roles ' +
        '(docs/mongodb-roles.md)\n',
    );
    expect(await roles.admin.db('finance').listCollections({ name: 'ticker' }).toArray()).toEqual([]);
  });

  test('the publisher, when the topic is dropped while it runs', async () => {
    await run('');
    await roles.addUser('publisher', ['tickerPublisher']);
    const program = new Program('main', roles.uriOf('publisher'), '--rate 100');
    onTestFinished(() => void program.process.kill('SIGKILL'));
    await program.says(/publishing to/);
    await roles.admin.db('finance').dropCollection('ticker');
    expect(await program.exit()).toBe(1);
    expect(program.err).toMatch(
      /was dropped .*\nthe topic finance.ticker is missing, and this user may not make it/,
    );
    expect(await roles.admin.db('finance').listCollections({ name: 'ticker' }).toArray()).toEqual([]);
  });

  test('the publisher, where the index is missing', async () => {
    await roles.admin
      .db('finance')
      .createCollection('ticker', { capped: true, size: BOUNDS.sizeBytes, max: BOUNDS.max });
    await run('--topic finance.else');
    await roles.addUser('publisher', [{ role: 'read', db: 'finance' }]);
    const program = publish(roles.uriOf('publisher'));
    expect(await program.exit()).toBe(1);
    expect(program.err).toMatch(
      /^the topic finance.ticker has no index, and this user may not make it: .*npm run roles.*\n$/,
    );
  });

  test('the publisher, whose user has another role', async () => {
    await run('');
    await roles.addUser('reader', ['tickerServer', { role: 'read', db: 'finance' }]);
    const program = publish(roles.uriOf('reader'));
    expect(await program.exit()).toBe(1);
    expect(program.err).toMatch(
      /\nMongoDB refuses this user insert in finance.ticker: have an administrator give it the role tickerPublisher .*\n$/,
    );
  });
});

describe('wrong credentials', () => {
  const secret = 'sesame-7f3a';

  test.for(['a password', 'a user'])(
    '%s: every program ends with one line that names the hosts, not the password',
    async (what) => {
      const uri = roles.set.uriFor(what === 'a user' ? 'nobody' : 'admin', secret);
      const { address } = roles.set.members[0]!;
      const server = await ServerProcess.failing({ MONGODB_URI: uri, TOPIC });
      const publisher = new Program('main', uri, '--count 1');
      const ended = [
        server,
        { code: await publisher.exit(), output: publisher.err + publisher.out },
        await run('', uri).then(({ code, out, err }) => ({ code, output: out + err })),
      ];
      for (const { code, output } of ended) {
        expect(code).toBe(1);
        expect(output).toMatch(new RegExp(`^[^\\n]*${address}[^\\n]*Authentication failed[^\\n]*\\n$`));
        expect(output).not.toContain(secret);
      }
    },
  );
});

test('the topic that it makes is the one that a publisher makes when nothing is said', async () => {
  const program = new Program('main', roles.set.uri, '--count 1');
  expect(await program.exit()).toBe(0);
  const { code, out } = await run('');
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/^found the topic/) });
});

test('ensureTopic is content with what it made', async () => {
  await run('');
  const client = await connect(roles.set.uri, 'test');
  onTestFinished(() => client.close());
  await expect(ensureTopic(client, BOUNDS)).resolves.toMatchObject({ created: false, warning: undefined });
});
