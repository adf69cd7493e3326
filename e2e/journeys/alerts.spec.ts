import { AlertPanel } from '../alert-panel.ts';
import type { Dashboard } from '../dashboard.ts';
import { expect, test } from '../journey.ts';
import type { Stack } from '../stack.ts';

/** The alert of each toast that is shown. */
function idsOf(panel: AlertPanel): Promise<(string | undefined)[]> {
  return panel.toasts.evaluateAll((toasts) => toasts.map((one) => (one as HTMLElement).dataset['alert']));
}

/** Opens the page on a price of 44. */
async function openAt44(stack: Stack, open: () => Promise<Dashboard>): Promise<[Dashboard, AlertPanel]> {
  await stack.topic.insert({ price: 44 });
  const dashboard = await open();
  await expect(dashboard.price).toHaveText('44.00');
  return [dashboard, new AlertPanel(dashboard)];
}

test('an alert set by the form fires once, in two browsers on two server processes', async ({
  stack,
  open,
}) => {
  const [, first] = await openAt44(stack, open);
  const other = await stack.another();
  const elsewhere = await open({ url: other.url });
  const second = new AlertPanel(elsewhere);
  await expect(elsewhere.price).toHaveText('44.00');
  await first.set({ price: 45, note: 'look at this' });
  await first.becomes('armed');
  await second.show('Alerts');
  await second.becomes('armed');

  await stack.topic.insert({ price: 45.5 });
  for (const panel of [first, second]) {
    await expect(panel.toasts).toHaveText(/^PIP rises through 45\.00.*45\.50 at .*look at this/);
    await expect(panel.toasts.getByRole('alert')).toHaveCount(1);
    await panel.becomes('fired');
    await expect(panel.rules).toContainText('Fired at 45.50');
  }
  // It falls and rises again: "once" is over.
  await stack.topic.insert({ price: 44 });
  await stack.topic.insert({ price: 46 });
  // One that fires after them shows that they were looked at.
  await first.set({ when: 'is above', price: 50 });
  await stack.topic.insert({ price: 51 });
  for (const panel of [first, second]) await expect(panel.toasts).toHaveCount(2);

  const alerts = await stack.topic.alerts();
  expect(alerts).toHaveLength(2);
  expect([await idsOf(first), await idsOf(second)]).toEqual([alerts, alerts]);
});

test('a server that is restarted over a ring full of old crossings fires nothing twice', async ({
  stack,
  open,
}) => {
  const crossings = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ time: new Date(), ticker: 'PIP', price: n % 2 ? 40 : 50 }));
  await stack.topic.insertMany(crossings(2000));
  const dashboard = await open();
  const panel = new AlertPanel(dashboard);
  await expect(dashboard.price).toHaveText('40.00');
  await panel.set({ price: 45 });
  await stack.topic.insertMany(crossings(400));
  await panel.becomes('fired');
  const [fired] = await stack.topic.alerts();
  // Armed over the same ring, and crossed by nothing since.
  await panel.button('Arm again').click();
  await panel.becomes('armed');

  await panel.dismiss();
  await stack.stopServer('SIGKILL');
  await dashboard.becomes('reconnecting');
  await stack.startServer();
  // A price that crosses nothing.
  await stack.topic.insert({ price: 41 });
  await dashboard.becomes('live', 25_000);
  await panel.set({ when: 'is below', price: 10 });
  await stack.topic.insert({ price: 5 });
  await expect.poll(() => stack.topic.alerts()).toHaveLength(2);
  const alerts = await stack.topic.alerts();
  expect(alerts[0]).toBe(fired);
  // The page was told of the first one, and does not call for it again.
  await expect(panel.toasts).toHaveCount(1);
  expect(await idsOf(panel)).toEqual([alerts[1]]);
  await expect(panel.rules.nth(1)).toHaveAttribute('data-state', 'armed');
});

test('an alert is set by a click on the chart, and has a line there for as long as it is armed', async ({
  stack,
  open,
}) => {
  const [dashboard, panel] = await openAt44(stack, open);
  const { page, chart } = dashboard;
  await stack.topic.insert({ price: 46 });
  await expect(dashboard.price).toHaveText('46.00');
  await panel.onChart();
  const offer = page.getByRole('button', { name: /^Alert at / });
  const box = (await chart.boundingBox())!;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height * 0.7 };

  // What moves the chart offers nothing.
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x - 80, middle.y, { steps: 4 });
  await page.mouse.up();
  await expect(offer).toHaveCount(0);

  // The library takes no click within half a second of another press.
  await expect(async () => {
    await page.mouse.click(middle.x, middle.y);
    await expect(offer).toBeVisible({ timeout: 1000 });
  }).toPass();
  const price = Number((await offer.textContent())?.replace('Alert at ', ''));
  expect(price).toBeGreaterThan(40);
  expect(price).toBeLessThan(46);
  await offer.click();
  await expect(panel.field('Ticker')).toHaveValue('PIP');
  await expect(panel.field('When the price')).toHaveValue('crosses_down');
  await expect(panel.field('Price')).toHaveValue(String(price));
  // All is filled in: one key is left to press.
  await expect(page.getByRole('button', { name: 'Set alert' })).toBeFocused();
  expect(await dashboard.painted('--level')).toBe(0);
  await page.keyboard.press('Enter');

  await expect(panel.rules).toHaveText(new RegExp(`^PIP falls through ${price.toFixed(2)}`));
  await expect(page.getByTestId('levels')).toContainText(price.toFixed(2));
  await expect.poll(() => dashboard.painted('--level')).toBeGreaterThan(100);
  // Candles are drawn anew, and their lines with them.
  await page.getByText('Candles').click();
  await expect(chart).toHaveAccessibleName(/Candles/);
  await expect.poll(() => dashboard.painted('--level')).toBeGreaterThan(100);

  await stack.topic.insert({ price: price - 1 });
  await panel.becomes('fired');
  await expect(page.getByTestId('levels')).toHaveCount(0);
  await expect.poll(() => dashboard.painted('--level')).toBe(0);
  await panel.button('Arm again').click();
  await expect.poll(() => dashboard.painted('--level')).toBeGreaterThan(100);
  await panel.button('Pause').click();
  await panel.becomes('paused');
  await expect.poll(() => dashboard.painted('--level')).toBe(0);
  await panel.button('Delete').click();
  await expect(panel.rules).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Your alerts' })).toBeFocused();
});

test('an alert is set by the keyboard alone, and its toast dismissed', async ({ stack, open }) => {
  const [dashboard, panel] = await openAt44(stack, open);
  const { page, chart } = dashboard;
  await panel.onChart();
  await chart.focus();
  await page.keyboard.press('Enter');
  const offer = page.getByRole('button', { name: /^Alert at / });
  await expect(offer).toHaveText('Alert at 44.00');
  // Which keys do what is said once, not with each step.
  await expect(page.getByRole('status').filter({ hasText: 'Alert at 44.00? Up and down' })).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(offer).toHaveCount(0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(offer).not.toHaveText('Alert at 44.00');
  await expect(page.getByRole('status').filter({ hasText: /^Alert at 44\.\d+$/ })).toBeAttached();
  await page.keyboard.press('Enter');
  await expect(panel.field('When the price')).toHaveValue('crosses_up');
  await page.keyboard.press('Enter');
  await panel.becomes('armed');

  await stack.topic.insert({ price: 60 });
  await expect(panel.toasts).toHaveCount(1);
  await page.getByRole('button', { name: /^Dismiss: PIP rises through/ }).focus();
  await page.keyboard.press('Escape');
  await expect(panel.toasts).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Set alert' })).toBeFocused();
});

test('what the server does not take is said at its field', async ({ stack, open }) => {
  const [dashboard, panel] = await openAt44(stack, open);
  await panel.show('Alerts');
  await panel.field('Price').fill('-1');
  await panel.submit();
  await expect(panel.field('Price')).toBeFocused();
  await expect(panel.field('Price')).toHaveAttribute('aria-invalid', 'true');
  await expect(panel.field('Price')).toHaveAccessibleDescription(/^The server says “.*”\.$/);
  await panel.field('Price').fill('45');
  await dashboard.page.getByText('Send it to a webhook').click();
  await panel.field('Webhook URL').fill('http://10.0.0.1/');
  await panel.submit();
  await expect(panel.field('Webhook URL')).toBeFocused();
  await expect(panel.field('Webhook URL')).toHaveAccessibleDescription(
    /^The server says “webhook\.url.*”\.$/,
  );
  await expect(panel.rules).toHaveCount(0);
});

for (const [width, height] of [
  [1280, 800],
  [1000, 800],
  [640, 400],
  [320, 640],
] as const) {
  test(`a toast leaves all else to be seen and used, at ${width} × ${height}`, async ({ stack, open }) => {
    await stack.topic.insert({ price: 44 });
    const dashboard = await open({ context: { viewport: { width, height } } });
    const { page } = dashboard;
    const panel = new AlertPanel(dashboard);
    await panel.onChart();
    await panel.set({ when: 'is above', price: 45 });
    await stack.topic.insert({ price: 46 });
    await expect(panel.toasts).toBeInViewport({ ratio: 1 });
    // Held for as long as the pointer is there.
    await panel.toasts.hover();
    const free = (): Promise<boolean> =>
      page.evaluate(() => {
        const shown = document.activeElement!.getBoundingClientRect();
        const toast = document.querySelector('[data-testid=toast]')!.getBoundingClientRect();
        return shown.top < innerHeight && (shown.bottom <= toast.top + 1 || shown.left >= toast.right);
      });
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    const covered: (string | null)[] = [];
    await page.keyboard.press('Tab');
    while (!(await panel.toasts.locator(':focus').count())) {
      // What is higher than the window can only be seen in part.
      const focused = page.locator(':focus:not(figure)');
      if ((await focused.count()) > 0 && !(await free()))
        covered.push(await focused.evaluate((one) => one.outerHTML));
      await page.keyboard.press('Tab');
    }
    expect(covered).toEqual([]);
    // All that is under it comes out from there at the end of the page.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const [below, toast] = [
      await page.getByRole('contentinfo').boundingBox(),
      await panel.toasts.boundingBox(),
    ];
    expect(below!.y + below!.height).toBeLessThanOrEqual(toast!.y);
    // Where the page fits the window nothing is under it at all: the chart makes room.
    if (width >= 1280) expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
  });
}

test('what is scrolled to comes to stand over a toast, not under it', async ({ stack, open }) => {
  await stack.topic.insert({ price: 44 });
  const dashboard = await open({ context: { viewport: { width: 320, height: 640 } } });
  const panel = new AlertPanel(dashboard);
  await panel.set({ when: 'is above', price: 45 });
  await stack.topic.insert({ price: 46 });
  await expect(panel.toasts).toBeInViewport({ ratio: 1 });
  await dashboard.page.evaluate(() => scrollTo(0, 0));
  await panel.button('Delete').evaluate((button) => button.scrollIntoView({ block: 'end' }));
  const [button, toast] = [await panel.button('Delete').boundingBox(), await panel.toasts.boundingBox()];
  expect(button!.y + button!.height).toBeLessThanOrEqual(toast!.y);
});

test('of many alerts at once three are shown and the others counted', async ({ stack, open }) => {
  const [dashboard, panel] = await openAt44(stack, open);
  for (const price of [45, 46, 47, 48, 49]) await panel.set({ when: 'is above', price });
  await stack.topic.insert({ price: 50 });
  await expect(panel.toasts).toHaveCount(3);
  await expect(dashboard.page.getByText('2 more alerts fired.')).toBeVisible();
  await expect(panel.rules.filter({ hasText: 'Fired at 50.00' })).toHaveCount(5);
});

test.describe('a server without alerts', () => {
  test.use({ serverEnv: { ALERTS: 'off' } });

  test('says so, and has live prices all the same', async ({ stack, open }) => {
    const [dashboard, panel] = await openAt44(stack, open);
    await stack.topic.insert({ price: 45 });
    await dashboard.becomes('live');
    await panel.show('Alerts');
    await expect(dashboard.page.getByTestId('alerts-access')).toHaveText(/^This server has no alerts\./);
    await expect(dashboard.page.getByRole('button', { name: 'Set alert' })).toHaveCount(0);
    await expect(dashboard.page.getByTestId('chart-alerts')).toHaveCount(0);
    await panel.show('Queue');
    await expect(dashboard.page.getByTestId('queue')).toContainText('This server has no queue.');
  });
});
