import { docker, service } from './project.ts';
import { expect, live, missesNothing, test } from './test.ts';

test('a browser goes on when the tailed secondary is killed', async ({ project, open }) => {
  const dashboard = await open();
  await live(dashboard);
  const { tail } = await status(project.url);
  expect(tail.memberState).toBe('SECONDARY');
  const since = await dashboard.now();

  const member = await project.container(service(tail.member));
  await docker('kill', member);
  await expect.poll(async () => (await status(project.url)).tail.member).not.toBe(tail.member);
  await dashboard.getsMore(60);
  await missesNothing(dashboard, project);
  const states = (await dashboard.states(since)).map(({ status }) => status);
  expect(states).not.toContain('reconnecting');

  await docker('start', member);
  await project.healthy(member);
});

test('a browser goes on when the primary is killed', async ({ project, open }) => {
  const dashboard = await open();
  await live(dashboard);
  const primary = await project.primary();
  const since = await dashboard.now();

  const member = await project.container(primary);
  await docker('kill', member);
  await expect.poll(() => project.primary().catch(() => primary)).not.toBe(primary);
  await dashboard.getsMore(60);
  await missesNothing(dashboard, project);
  const states = (await dashboard.states(since)).map(({ status }) => status);
  expect(states).not.toContain('reconnecting');

  await docker('start', member);
  await project.healthy(member);
});

async function status(url: string): Promise<{ tail: { member: string; memberState: string } }> {
  return (await fetch(`${url}/api/status`)).json() as never;
}
