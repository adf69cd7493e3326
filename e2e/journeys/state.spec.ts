import type { Page } from '@playwright/test';
import { expect, test } from '../journey.ts';
import { Shell } from '../shell.ts';

test('a server that is about to restart says so as long as its socket is open, then the page is live again', async ({
  stack,
  open,
}) => {
  const line = new HeldLine();
  const dashboard = await open({ prepare: (page) => line.lay(page) });
  await dashboard.becomes('waiting');
  stack.publish('--rate 200 --seed 12');
  await dashboard.becomes('live');
  const since = await dashboard.now();
  const heard = await new Shell(dashboard).hear();
  const stopped = stack.stopServer('SIGTERM');
  await dashboard.becomes('draining');
  await expect(dashboard.state).toHaveText(/^Server restarting: back in about \d+ s; prices still come$/);
  line.end();
  await dashboard.becomes('reconnecting');
  await stopped;
  await stack.startServer();
  await dashboard.becomes('live', 25_000);
  await dashboard.getsMore(50);
  await stack.stopPublishing();
  await dashboard.gets(await stack.topic.ids());
  const words = (await heard()).map(({ words }) => words);
  expect(words[0]).toMatch(/^Server restarting: back in about \d+ s; prices still come\. PIP [\d.]+$/);
  const way = (await dashboard.states(since)).map(({ status }) => status).join(' ');
  expect(way).toMatch(/^draining (reconnecting (connecting )?)+(stale )?live$/);
});

test('a server that does not take the page sends it away for good, and it says why and what to do', async ({
  open,
}) => {
  let sockets = 0;
  const dashboard = await open({
    prepare: (page) =>
      page.routeWebSocket(/\/ws$/, (socket) => {
        sockets++;
        void socket.close({ code: 4400, reason: 'too many bad messages' });
      }),
  });
  await dashboard.becomes('refused');
  await expect(dashboard.state).toContainText('Refused: this page is out of date');
  const loaded = dashboard.page.waitForEvent('load');
  await dashboard.page.getByRole('button', { name: 'Reload' }).click();
  await loaded;
  await dashboard.becomes('refused');
  // Once for each time that it was loaded.
  expect(sockets).toBe(2);
});

test('a server that opens a socket and says nothing is being connected to, not live', async ({ open }) => {
  const dashboard = await open({ prepare: (page) => page.routeWebSocket(/\/ws$/, () => undefined) });
  await dashboard.becomes('connecting');
  await expect(dashboard.state).toHaveText('Connecting…');
});

test('a price that does not come is missed in words that go on, and the quiet ends with the next', async ({
  stack,
  open,
}) => {
  const dashboard = await open();
  await dashboard.becomes('waiting');
  await stack.topic.insert({ price: 1 });
  await dashboard.becomes('live');
  await dashboard.becomes('stale');
  await expect(dashboard.state).toHaveText('Stale: no price for 6 s. Connected, waiting for the next');
  await stack.topic.insert({ price: 2 });
  await dashboard.becomes('live');
});

test('what happens to the connection is said aloud once for each change, with why', async ({
  stack,
  open,
}) => {
  const dashboard = await open();
  const { said } = new Shell(dashboard);
  await dashboard.becomes('waiting');
  await expect(said).toHaveText('Waiting for the first price');
  await stack.topic.insert({ price: 1 });
  await expect(said).toHaveText('Live. PIP 1.00');
  await dashboard.page.context().setOffline(true);
  await expect(said).toHaveText('Offline: will reconnect');
  await dashboard.page.context().setOffline(false);
  await expect(said).toHaveText(/^(Live|Stale|Waiting)/);
});

/** A network that keeps the first socket's end to itself: a server that drains one page alone is gone within a frame. */
class HeldLine {
  #end: (() => void) | undefined;

  async lay(page: Page): Promise<void> {
    await page.routeWebSocket(/\/ws$/, (socket) => {
      const server = socket.connectToServer();
      if (this.#end) return;
      this.#end = () => void socket.close({ code: 1012, reason: 'restart' });
      server.onClose(() => undefined);
    });
  }

  /** Hands it on. */
  end(): void {
    this.#end?.();
  }
}
