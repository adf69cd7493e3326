import { docker, type Project } from './project.ts';
import { expect, live, missesNothing, test } from './test.ts';

const SERVERS = 3;

test('a second up changes nothing', async ({ project }) => {
  const before = await picture(project);
  await project.up(SERVERS);
  expect(await picture(project)).toEqual(before);
});

test('down and up again keeps ticks, and browsers come back', async ({ project, open }) => {
  const dashboard = await open();
  await live(dashboard);
  const before = await project.ids();
  await project.compose('down', '--timeout', '15');
  await dashboard.becomes('reconnecting');
  await project.up();
  const after = await project.ids();
  expect(after.slice(0, before.length)).toEqual(before);
  await dashboard.becomes('live', 60_000);
  await missesNothing(dashboard, project);
});

/** What must stay: the containers that run and since when, secrets, collections, indexes, users and roles. */
async function picture(project: Project): Promise<unknown> {
  const running = await project.containers();
  const since = await docker('inspect', '--format', '{{.Id}} {{.State.StartedAt}}', ...running);
  const server = await project.container('server');
  const script = `
    const admin = db.getSiblingDB('admin');
    const collections = ['finance', 'work'].flatMap((name) => {
      const database = db.getSiblingDB(name);
      return database.getCollectionInfos().map((info) => [info, database.getCollection(info.name).getIndexes()]);
    });
    const users = admin.runCommand({ usersInfo: 1, showCredentials: true }).users;
    const roles = admin.runCommand({ rolesInfo: 1, showPrivileges: true }).roles;
    print(EJSON.stringify({ collections, users, roles, config: rs.conf() }));`;
  return {
    since,
    secrets: await docker('exec', server, 'sh', '-c', 'sha256sum /run/secrets/ticker/*'),
    database: await project.mongosh(await project.primary(), script),
  };
}
