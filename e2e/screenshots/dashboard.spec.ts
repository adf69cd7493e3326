import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions } from '@playwright/test';
import { AlertPanel } from '../alert-panel.ts';
import type { Dashboard } from '../dashboard.ts';
import { History } from './history.ts';
import { expect, test } from '../journey.ts';
import { Receiver } from '../receiver.ts';
import type { Stack } from '../stack.ts';

const DESKTOP = { viewport: { width: 1280, height: 800 } };
// No deviceScaleFactor: where it is emulated, browsers draw a canvas at the scale of 1 and stretch it.
const PHONE = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true };

type Open = (visit: { context: BrowserContextOptions }) => Promise<Dashboard>;

/** Opens the page on five minutes of prices, and goes on with live ones until it says so. */
async function show(stack: Stack, open: Open, context: BrowserContextOptions): Promise<Dashboard> {
  const history = new History(20);
  await stack.topic.insertMany(history.past(600, 300));
  const dashboard = await open({ context: { reducedMotion: 'reduce', ...context } });
  await dashboard.becomes('waiting');
  for (let n = 0; n < 12; n++) {
    await stack.topic.insert(history.next(new Date()));
    await dashboard.getsAll(600 + n + 1);
  }
  await dashboard.becomes('live');
  return dashboard;
}

async function save(dashboard: Dashboard, name: string): Promise<void> {
  const { price, rows } = dashboard;
  // The table follows the price a little later.
  await expect(rows.first()).toHaveAttribute('data-id', (await price.getAttribute('data-id')) ?? '');
  await picture(dashboard, name);
}

async function picture(dashboard: Dashboard, name: string): Promise<void> {
  await dashboard.paint();
  await dashboard.page.screenshot({
    path: fileURLToPath(new URL(`../../docs/${name}.png`, import.meta.url)),
  });
}

test('desktop', async ({ stack, open }) => {
  await save(await show(stack, open, DESKTOP), 'dashboard');
});

test('dark, as candles', async ({ stack, open }) => {
  const dashboard = await show(stack, open, { ...DESKTOP, colorScheme: 'dark' });
  await dashboard.page.getByText('Candles').click();
  await dashboard.page.getByText('5s', { exact: true }).click();
  await save(dashboard, 'dashboard-dark');
});

test('a phone', async ({ stack, open }) => {
  await save(await show(stack, open, PHONE), 'dashboard-375');
});

test('stale', async ({ stack, open }) => {
  const dashboard = await show(stack, open, DESKTOP);
  await dashboard.becomes('stale');
  await save(dashboard, 'dashboard-stale');
});

test.describe('alerts', () => {
  test.use({ serverEnv: { WEBHOOK_NETWORKS: '127.0.0.1/32' } });

  for (const [name, context] of [
    ['dashboard-alerts', DESKTOP],
    ['dashboard-alerts-dark', { ...DESKTOP, colorScheme: 'dark' }],
    ['dashboard-alerts-375', PHONE],
  ] as const) {
    test(name, async ({ stack, open }) => {
      await using receiver = await Receiver.start();
      receiver.status = 410;
      const dashboard = await show(stack, open, context);
      const panel = new AlertPanel(dashboard);
      const now = Number(await dashboard.price.getAttribute('data-price'));
      // Two that wait, and one that fires and can't be delivered.
      await panel.set({ when: 'falls through', price: now - 1.2 });
      await panel.set({ price: now + 0.6, note: 'sell half' });
      await panel.set({ when: 'is above', price: Math.floor(now), webhook: receiver.url });
      await dashboard.page.getByRole('button', { name: 'Done' }).click();
      await stack.topic.insert({ price: now + 0.2 });
      await expect(panel.toasts).toHaveCount(1);
      await panel.delivery(/^Not delivered/);
      await dashboard.page.getByTestId('alerts-panel').scrollIntoViewIfNeeded();
      await picture(dashboard, name);
    });
  }
});
