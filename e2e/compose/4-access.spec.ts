import { FORBIDDEN, type Forbidden, type RoleName } from '../../mongo/test/roles-forbidden.ts';
import { docker, type Project } from './project.ts';
import { expect, test } from './test.ts';

const UNAUTHORIZED = 13;

const programs: { service: string; roles: readonly RoleName[] }[] = [
  { service: 'publisher', roles: ['tickerPublisher'] },
  { service: 'server', roles: ['tickerServer', 'tickerAlerts'] },
  { service: 'queue', roles: ['tickerWorker'] },
];

for (const { service, roles } of programs) {
  test(`${service} can do in MongoDB what it should, and no more`, async ({ project }) => {
    const container = await (service === 'queue' ? tools(project) : project.container(service));
    const tries = FORBIDDEN.filter((forbidden) => concerns(forbidden, roles));
    expect(tries.length).toBeGreaterThan(40);
    const code = `
      const codes = [];
      for (const { database = 'finance', command } of input) {
        codes.push(await client.db(database).command(command).then(() => 'done', ({ code }) => code));
      }
      answer(codes);`;
    const codes = await project.evaluate<unknown[]>(container, code, tries);
    const done = tries.flatMap(({ what }, index) =>
      codes[index] === UNAUTHORIZED ? [] : [`${what}: ${codes[index]}`],
    );
    expect(done).toEqual([]);
  });
}

test('a program has its own secrets alone, and nothing to write to', async ({ project }) => {
  for (const name of ['publisher', 'server']) {
    const container = await project.container(name);
    const look =
      'id -u; ls /run/secrets /run/secrets/ticker; touch /app/x /run/secrets/ticker/x 2>/dev/null || echo no';
    const seen = (await docker('exec', container, 'sh', '-c', look)).split(/\s+/).filter(Boolean);
    const own = name === 'server' ? ['auth-secret'] : [];
    expect(seen).toEqual([
      '1000',
      '/run/secrets:',
      'ticker',
      '/run/secrets/ticker:',
      ...own,
      'mongodb-password',
      'no',
    ]);
    const env = await docker('inspect', '--format', '{{json .Config.Env}}', container);
    const password = await docker('exec', container, 'cat', '/run/secrets/ticker/mongodb-password');
    expect(password).toMatch(/^[\w-]{43}$/);
    expect(env).not.toContain(password);
  }
});

test('the proxy does not reach MongoDB', async ({ project }) => {
  const [proxy, server] = [await project.container('proxy'), await project.container('server')];
  const reach = ['timeout', '5', 'bash', '-c', '</dev/tcp/mongo1/27017'];
  await expect(docker('exec', proxy, ...reach)).rejects.toThrow();
  await docker('exec', server, ...reach);
});

test('nobody gets into MongoDB without a password', async ({ project }) => {
  const code = `
    const stranger = new MongoClient('mongodb://mongo1:27017,mongo2:27017,mongo3:27017/?replicaSet=rs0');
    answer(await stranger.db('finance').command({ find: 'ticker' }).then(() => 'done', ({ code }) => code));
    await stranger.close();`;
  expect(await project.evaluate(await project.container('server'), code)).toBe(UNAUTHORIZED);
});

/** A container as the queue's tools have it, for as long as this takes. */
async function tools(project: Project): Promise<string> {
  const sleep = ['--entrypoint', 'sleep', 'queue', '60'];
  return (await project.compose('run', '--detach', '--rm', '--no-deps', ...sleep)).trim();
}

function concerns({ role, but }: Forbidden, roles: readonly RoleName[]): boolean {
  if (but && roles.includes(but)) return false;
  // What a role lacks another one of the same user may give.
  return role === undefined || (roles.length === 1 && roles[0] === role);
}
