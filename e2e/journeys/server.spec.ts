import type { Page } from '@playwright/test';
import type { Dashboard } from '../dashboard.ts';
import { expect, test } from '../journey.ts';

/** More ticks than a snapshot may hold: a page that does not resume, but begins anew, has lost some. */
const MANY = 1100;

/** The states since a time, as one word. */
async function way(dashboard: Dashboard, since: number): Promise<string> {
  return (await dashboard.states(since)).map(({ status }) => status).join(' ');
}

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`a server that is restarted (${signal}) costs no tick`, async ({ stack, open }) => {
    const dashboard = await open();
    await dashboard.becomes('waiting');
    stack.publish('--rate 400 --seed 2');
    await dashboard.becomes('live');
    await dashboard.getsMore(200);
    const since = await dashboard.now();

    const stopped = stack.stopServer(signal);
    await expect(dashboard.state).toHaveText(/^Reconnecting in \d+ s/);
    await stopped;
    await stack.topic.grows(MANY);
    await stack.startServer();
    // The page comes back by itself, within 20 s at most: the longest of its waits.
    await dashboard.becomes('live', 25_000);
    await dashboard.getsMore(200);
    await stack.stopPublishing();

    await dashboard.gets(await stack.topic.ids());
    await expect(dashboard.gapNote).toBeHidden();
    // Ticks of before the restart that arrive late may be stale for an instant.
    // A server that is asked to end says so just before it does, so that a frame may show it; one that is killed can't.
    const first = signal === 'SIGTERM' ? '(draining )?' : '';
    expect(await way(dashboard, since)).toMatch(
      new RegExp(`^${first}(reconnecting (connecting )?)+(stale )?live$`),
    );
  });
}

test('whoever does not want to wait for the countdown presses a button', async ({ stack, open }) => {
  await stack.topic.insert({ price: 1 });
  // The longest waits that chance may bring: 0.5, 1, 2, 4, 8 s.
  const unlucky = (page: Page): Promise<unknown> => page.addInitScript(() => (Math.random = () => 0.999));
  const dashboard = await open({ prepare: unlucky });
  await dashboard.becomes('waiting');
  await stack.stopServer();
  const retry = dashboard.page.getByRole('button', { name: 'Retry now' });
  // A wait that is long enough to press the button before it ends.
  await expect(dashboard.state).toHaveText(/^Reconnecting in [78] s/, { timeout: 25_000 });
  await stack.startServer();
  const since = await dashboard.now();
  await retry.click();
  await stack.topic.insert({ price: 2 });
  await dashboard.becomes('live');
  expect((await dashboard.states(since))[0]).toHaveProperty('status', 'connecting');
});

test.describe('a server that remembers 200 ticks', () => {
  test.use({ serverEnv: { BACKLOG_MAX: '200' } });

  test('says so when a page was away for longer than that', async ({ stack, open }) => {
    await stack.topic.insert({ price: 1 });
    const dashboard = await open();
    await expect(dashboard.price).toHaveText('1.00');
    await dashboard.page.context().setOffline(true);
    await dashboard.becomes('offline');
    const away = Array.from({ length: 400 }, (_, n) => ({ time: new Date(), ticker: 'PIP', price: n }));
    await stack.topic.insertMany(away);
    await expect.poll(async () => (await stack.status()).backlog.last).toBe((await stack.topic.ids()).at(-1));
    await dashboard.page.context().setOffline(false);

    await expect(dashboard.gapNote).toContainText('Ticks are missing before');
    await expect(dashboard.price).toHaveText('399.00');
  });
});
