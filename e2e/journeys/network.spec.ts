import type { Page } from '@playwright/test';
import type { Dashboard } from '../dashboard.ts';
import { expect, test } from '../journey.ts';
import { Line } from '../line.ts';

/** How soon a page has to admit that it hears nothing. */
const ADMITS_MS = 3000;

/** More ticks than a snapshot may hold: a page that does not resume, but begins anew, has lost some. */
const MANY = 1100;

/** When the page first showed something else than "live", after a time of its clock, in milliseconds. */
async function admittedAfter(dashboard: Dashboard, since: number): Promise<number> {
  const [first] = await dashboard.states(since);
  return (first?.at ?? Infinity) - since;
}

test('a browser that goes offline says so within 3 s, and misses nothing in the end', async ({
  stack,
  open,
}) => {
  let sockets = 0;
  const count = async (page: Page): Promise<unknown> => page.on('websocket', () => sockets++);
  const dashboard = await open({ prepare: count });
  const context = dashboard.page.context();
  await dashboard.becomes('waiting');
  stack.publish('--rate 400 --seed 3');
  await dashboard.becomes('live');
  await dashboard.getsMore(200);

  const since = await dashboard.now();
  await context.setOffline(true);
  await dashboard.becomes('offline');
  expect(await admittedAfter(dashboard, since)).toBeLessThan(ADMITS_MS);
  await stack.topic.grows(MANY);
  // Until it has given the silent socket up and tries others: Chromium holds back what a socket gets while it is
  // offline, and hands it on in the end, so that after a short outage there is nothing to resume.
  await expect.poll(() => sockets).toBeGreaterThan(1);
  await expect(dashboard.state).toHaveAttribute('data-state', 'offline');

  await context.setOffline(false);
  await dashboard.becomes('live');
  await dashboard.getsMore(200);
  await stack.stopPublishing();
  await dashboard.gets(await stack.topic.ids());
  await expect(dashboard.gapNote).toBeHidden();
});

test('a socket that falls silent is stale within 3 s, is given up, and costs no tick', async ({
  stack,
  open,
}) => {
  const line = new Line();
  const dashboard = await open({ prepare: (page) => line.lay(page) });
  await dashboard.becomes('waiting');
  stack.publish('--rate 400 --seed 4');
  await dashboard.becomes('live');
  await dashboard.getsMore(200);

  const since = await dashboard.now();
  line.cut();
  await dashboard.becomes('stale');
  await expect(dashboard.state).toHaveText(/^Stale: nothing received for \d+ s/);
  expect(await admittedAfter(dashboard, since)).toBeLessThan(ADMITS_MS);
  expect(await dashboard.page.evaluate(() => navigator.onLine)).toBe(true);

  await dashboard.becomes('live');
  expect(line.sockets).toBe(2);
  await dashboard.getsMore(200);
  await stack.stopPublishing();
  await dashboard.gets(await stack.topic.ids());
});
