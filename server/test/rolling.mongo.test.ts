import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { Balancer } from './balancer.ts';
import { CrewStage } from './workers/crew-stage.ts';

let stage: CrewStage;
let balancer: Balancer;

beforeEach(async () => {
  stage = await CrewStage.create(inject('uri'), 'test_rolling');
});
afterEach(async () => {
  await balancer.close();
  await stage.close();
});

it('a rolling restart of three servers behind a balancer loses nothing and doubles nothing', async () => {
  const servers = await Promise.all([1, 2, 3].map(() => stage.start({ WORKERS: '1' })));
  const ports = servers.map(({ url }) => Number(new URL(url).port));
  balancer = await Balancer.start(ports);
  const clients = await Promise.all(Array.from({ length: 9 }, () => stage.client(balancer.url)));
  expect(new Set(clients.flatMap(({ processes }) => processes)).size).toBe(3);
  stage.keepPublishing();
  for (const [index, server] of servers.entries()) {
    expect(await server.stop('SIGTERM')).toBe(0);
    const { url } = await stage.start({ WORKERS: '1', PORT: String(ports[index]) });
    await vi.waitUntil(async () => (await fetch(`${url}/readyz`)).ok, { timeout: 20_000 });
  }
  const ids = await stage.published();
  for (const client of clients) {
    await client.until(() => client.ids.at(-1) === ids.at(-1));
    expect(client.ids).toEqual([stage.first, ...ids]);
    expect(client.gaps).toBe(0);
    expect(client.processes.length).toBeGreaterThan(1);
  }
});
