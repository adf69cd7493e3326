import type { Page } from '@playwright/test';
import { docker, Project } from './project.ts';
import { expect, live, missesNothing, test } from './test.ts';

const SERVERS = 3;

test.beforeAll(async () => {
  await new Project().up(SERVERS);
});

test('clients spread over three servers', async ({ open }) => {
  const { page } = await open();
  // The proxy asks them first whether they are ready.
  await expect.poll(async () => new Set(await processes(page, SERVERS)).size).toBe(SERVERS);
  const counts = new Map<string, number>();
  for (const id of await processes(page, 3 * SERVERS)) counts.set(id, (counts.get(id) ?? 0) + 1);
  console.log(`nine sockets on three servers: ${[...counts.values()].join(', ')}`);
  expect(counts.size).toBe(SERVERS);
  expect(Math.max(...counts.values())).toBeLessThanOrEqual(4);
});

test('three servers have one cursor each, spread over the secondaries, none on the primary', async ({
  project,
}) => {
  const primary = await project.primary();
  const places = async (): Promise<number[]> => {
    const on = await project.cursors();
    const said = project.members.map((member, index) => `${member} ${on[index]}`);
    console.log(`cursors, by mongod: ${said.join(', ')}; the primary is ${primary}`);
    return on.toSorted();
  };
  // Those that start together may choose alike; one looks again within 20 s.
  await expect.poll(places, { timeout: 60_000, intervals: [1_000] }).toEqual([0, 1, 2]);
  expect((await project.cursors())[project.members.indexOf(primary)]).toBe(0);
});

test('a browser goes on when its server is killed', async ({ project, open }) => {
  const dashboards = [await open(), await open(), await open()];
  await Promise.all(dashboards.map(live));
  const [server] = await project.containers('server');
  await docker('kill', server!);
  await Promise.all(dashboards.map((dashboard) => dashboard.getsMore(60)));
  for (const dashboard of dashboards) await missesNothing(dashboard, project);
  await docker('start', server!);
  await project.healthy(server!);
});

test('a rolling restart loses nothing', async ({ project, open }) => {
  const dashboards = [await open(), await open(), await open()];
  await Promise.all(dashboards.map(live));
  const since = await Promise.all(dashboards.map((dashboard) => dashboard.now()));
  for (const server of await project.containers('server')) {
    await docker('restart', '--time', '15', server);
    await project.healthy(server);
    expect(await docker('inspect', '--format', '{{.State.ExitCode}}', server)).toBe('0\n');
  }
  await Promise.all(dashboards.map((dashboard) => dashboard.getsMore(20)));
  for (const [index, dashboard] of dashboards.entries()) {
    await missesNothing(dashboard, project);
    // Each server was gone once, so each page has moved.
    const states = (await dashboard.states(since[index])).map(({ status }) => status);
    expect(states).toContain('reconnecting');
  }
});

/** Opens so many sockets at once; gives the process that each is at. */
function processes(page: Page, count: number): Promise<string[]> {
  return page.evaluate(async (count) => {
    const sockets = Array.from(
      { length: count },
      () => new WebSocket(`ws://${location.host}/ws`, 'ticker.v1.json'),
    );
    try {
      return await Promise.all(
        sockets.map(
          (socket) =>
            new Promise<string>((resolve, reject) => {
              socket.onmessage = ({ data }) => resolve(JSON.parse(data).process);
              socket.onclose = ({ code }) => reject(new Error(`closed with ${code}`));
            }),
        ),
      );
    } finally {
      for (const socket of sockets) socket.close();
    }
  }, count);
}
