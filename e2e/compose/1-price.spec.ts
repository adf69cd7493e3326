import { docker } from './project.ts';
import { expect, live, missesNothing, test } from './test.ts';

test('a price is in a browser, through the proxy', async ({ project, open }) => {
  const dashboard = await open();
  await dashboard.becomes('live', 60_000);
  const seconds = (Date.now() - Number(process.env['UP_SINCE'])) / 1000;
  console.log(`from nothing to the first live price in a browser: ${seconds.toFixed(1)} s`);
  await expect(dashboard.price).toHaveText(/^\d+\.\d\d/);
  await live(dashboard);
  await missesNothing(dashboard, project);
});

test('only the proxy is published, on this machine alone', async ({ project }) => {
  const published = [];
  for (const id of await project.containers()) {
    const ports = JSON.parse(await docker('inspect', '--format', '{{json .NetworkSettings.Ports}}', id));
    for (const [port, at] of Object.entries<{ HostIp: string }[] | null>(ports)) {
      for (const { HostIp } of at ?? []) published.push(`${HostIp} ${port}`);
    }
  }
  expect(published).toEqual(['127.0.0.1 8080/tcp']);
});

test('what is not for everybody is not behind the proxy', async ({ project }) => {
  for (const path of ['/metrics', '/metrics?x=1', '/%6detrics', '/%6D%65trics'])
    expect((await fetch(project.url + path)).status, path).toBe(404);
  expect((await fetch(`${project.url}/readyz`)).status).toBe(200);
});

test('limits count clients, not the proxy, whatever clients say of themselves', async ({ project }) => {
  const code = `
    const ask = async (headers) => {
      const answer = await fetch('http://proxy:8080/api/status', { headers });
      return Number(answer.headers.get('x-ratelimit-remaining'));
    };
    const liar = { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.7' };
    answer([await ask({}), await ask({}), await ask(liar)]);`;
  await fetch(`${project.url}/api/status`);
  const server = await project.container('server');
  const left = await project.evaluate<number[]>(server, code);
  // An account of its own, which nobody else has drawn on.
  expect(left).toEqual([2999, 2998, 2997]);
});
