import { AlertPanel } from '../alert-panel.ts';
import { faintTexts } from '../contrast.ts';
import type { Dashboard } from '../dashboard.ts';
import { expect, test } from '../journey.ts';
import { reachesAll } from '../keyboard.ts';
import { sideways } from '../sideways.ts';
import type { Stack } from '../stack.ts';
import { makeToken, SECRET } from '../token.ts';

const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };

/** An alert that has fired, one that is armed, and the toast of the first. */
async function fill(stack: Stack, dashboard: Dashboard): Promise<AlertPanel> {
  const panel = new AlertPanel(dashboard);
  await panel.set({ when: 'is above', price: 45, note: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.repeat(4) });
  await panel.set({ price: 123_456_789.1234 });
  await stack.topic.insert({ price: 46 });
  await expect(panel.toasts).toHaveCount(1);
  return panel;
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`alerts and queue can be read on ${colorScheme}, and fit on a phone`, async ({ stack, open }) => {
    await stack.topic.insert({ price: 44 });
    const dashboard = await open({ context: { ...phone, colorScheme, reducedMotion: 'reduce' } });
    const panel = await fill(stack, dashboard);
    await expect(panel.rules).toHaveCount(2);
    for (const width of [375, 320]) {
      await dashboard.page.setViewportSize({ width, height: 812 });
      expect(await sideways(dashboard), `alerts, ${width} px`).toBe(0);
      await expect(panel.toasts).toBeInViewport({ ratio: 1 });
    }
    expect(await dashboard.page.evaluate(faintTexts)).toEqual([]);
    await panel.show('Queue');
    await expect(dashboard.page.getByTestId('queue')).toHaveAttribute('data-current', 'true');
    expect(await dashboard.page.evaluate(faintTexts)).toEqual([]);
    expect(await sideways(dashboard), 'queue').toBe(0);
  });
}

test('every control of the alerts is reached by the keyboard, has a name, and shows its focus', async ({
  stack,
  open,
}) => {
  await stack.topic.insert({ price: 44 });
  const dashboard = await open();
  const { page } = dashboard;
  const panel = await fill(stack, dashboard);
  await panel.onChart();
  await page.getByText('Send it to a webhook').click();
  await page.getByText('Every time', { exact: true }).click();
  // From the top: what was clicked last has the focus.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await reachesAll(page);
  await expect(page.getByRole('region', { name: 'Alerts', exact: true })).toBeVisible();
  await expect(page.getByRole('form', { name: 'New alert' })).toBeVisible();
  await expect(page.getByRole('list').filter({ hasText: 'PIP above 45.00' })).toBeVisible();
});

test('a dead server is said to be one in the panels, and they come back with it', async ({ stack, open }) => {
  await stack.topic.insert({ price: 44 });
  const dashboard = await open();
  const { page } = dashboard;
  const panel = await fill(stack, dashboard);
  await panel.show('Queue');
  const queue = page.getByTestId('queue');
  await expect(queue).toHaveAttribute('data-current', 'true');
  await stack.stopServer();
  await expect(queue).toContainText('The queue can’t be read just now. The server did not answer.');
  await expect(queue).toHaveAttribute('data-current', 'false');
  await panel.show('Alerts');
  await expect(page.getByTestId('alerts-access')).toHaveText(/^Alerts can’t be read just now\./);
  // What was known stays in sight.
  await expect(panel.rules).toHaveCount(2);
  await stack.startServer();
  await expect(page.getByTestId('alerts-access')).toHaveCount(0, { timeout: 25_000 });
  await expect(panel.rules).toHaveCount(2);
});

test.describe('a server that asks for a token', () => {
  test.use({ serverEnv: { AUTH_SECRET: SECRET } });

  test('has alerts for those who have one, of what it allows', async ({ stack, open }) => {
    await stack.topic.insert({ price: 44 });
    const dashboard = await open();
    const { page } = dashboard;
    const panel = new AlertPanel(dashboard);
    await dashboard.becomes('unauthorised');
    await panel.show('Alerts');
    await expect(page.getByTestId('alerts-access')).toHaveText(
      /^Alerts belong to a person: they need a token\./,
    );
    await panel.show('Queue');
    await expect(page.getByTestId('queue')).toContainText('The queue is shown to those who have a token.');

    await dashboard.signIn(await makeToken({ tickers: ['PIP'] }));
    await dashboard.becomes('waiting');
    await panel.show('Alerts');
    await panel.field('Ticker').fill('ACME');
    await panel.field('Price').fill('45');
    await panel.submit();
    await expect(panel.field('Ticker')).toHaveAccessibleDescription(/^The server says “.*ACME.*”\.$/);
    await panel.field('Ticker').fill('PIP');
    await panel.submit();
    await panel.becomes('armed');
    await stack.topic.insert({ price: 46 });
    await expect(panel.toasts).toHaveCount(1);
  });
});
