import { docker, type Project, service } from './project.ts';
import { expect, live, missesNothing, test } from './test.ts';

const members = [
  ['the tailed secondary', async ({ url }: Project) => service((await tailOf(url)).member)],
  ['the primary', (project: Project) => project.primary()],
] as const;

for (const [who, find] of members) {
  test(`a browser goes on when ${who} is killed`, async ({ project, open }) => {
    const dashboard = await open();
    await live(dashboard);
    await expect.poll(async () => (await tailOf(project.url)).memberState).toBe('SECONDARY');
    const tail = await tailOf(project.url);
    const primary = await project.primary();
    const since = await dashboard.now();

    const killed = await find(project);
    const member = await project.container(killed);
    await docker('kill', member);
    if (killed === primary) {
      await expect.poll(() => project.primary().catch(() => primary)).not.toBe(primary);
    } else {
      await expect.poll(async () => (await tailOf(project.url)).member).not.toBe(tail.member);
    }
    await dashboard.getsMore(60);
    await missesNothing(dashboard, project);
    const states = (await dashboard.states(since)).map(({ status }) => status);
    expect(states).not.toContain('reconnecting');

    await docker('start', member);
    await project.healthy(member);
  });
}

async function tailOf(url: string): Promise<{ member: string; memberState: string }> {
  const status = (await (await fetch(`${url}/api/status`)).json()) as {
    tail: { member: string; memberState: string };
  };
  return status.tail;
}
