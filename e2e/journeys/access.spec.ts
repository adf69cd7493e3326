import { AlertPanel } from '../alert-panel.ts';
import { violations } from '../axe.ts';
import { faintTexts } from '../contrast.ts';
import type { Dashboard } from '../dashboard.ts';
import { expect, test } from '../journey.ts';
import { reachesAll } from '../keyboard.ts';
import { Shell } from '../shell.ts';
import { sideways } from '../sideways.ts';
import type { Stack } from '../stack.ts';

/** Every pause between two prices that are spoken by themselves is as long as this at least, ms. */
const SPEAK_MS = 15_000;

type Open = (visit: { context: object }) => Promise<Dashboard>;

/** The page, live, with two tickers and its chart; without transitions, as a colour under way has no contrast. */
async function live(stack: Stack, open: Open, context: object = {}): Promise<Dashboard> {
  await stack.topic.insert({ ticker: 'PIP', price: 50 });
  const dashboard = await open({ context: { reducedMotion: 'reduce', ...context } });
  await dashboard.becomes('waiting');
  await stack.topic.insert({ ticker: 'ACME', price: 7 });
  await stack.topic.insert({ ticker: 'PIP', price: 51 });
  await dashboard.becomes('live');
  await expect(dashboard.chart).toHaveAttribute('tabindex', '0');
  return dashboard;
}

for (const [name, context] of [
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['narrow', { viewport: { width: 320, height: 700 } }],
  ['forced colours', { forcedColors: 'active' }],
] as const) {
  test(`axe finds nothing: ${name}, live, with menus, sheet and table open, and stale`, async ({
    stack,
    open,
  }) => {
    const dashboard = await live(stack, open, context);
    const { page } = dashboard;
    const shell = new Shell(dashboard);
    expect(await violations(page), 'live').toEqual([]);
    await shell.toggle('menu');
    expect(await violations(page), 'view menu').toEqual([]);
    await shell.toggle('details');
    await expect(shell.row('reading')).toBeVisible();
    expect(await violations(page), 'details').toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    expect(await violations(page), 'sheet').toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('t');
    await expect(dashboard.chart.getByRole('table')).toBeVisible();
    expect(await violations(page), 'table').toEqual([]);
    await dashboard.becomes('stale');
    expect(await violations(page), 'stale').toEqual([]);
  });
}

test('axe finds nothing in a gap, a toast and the alerts', async ({ stack, open }) => {
  const dashboard = await live(stack, open);
  const panel = new AlertPanel(dashboard);
  await panel.set({ when: 'is above', price: 60, note: 'sell half' });
  await stack.topic.insert({ price: 61 });
  await expect(panel.toasts).toHaveCount(1);
  expect(await violations(dashboard.page)).toEqual([]);
  await panel.show('Queue');
  await expect(dashboard.page.getByTestId('queue')).toHaveAttribute('data-current', 'true');
  expect(await violations(dashboard.page)).toEqual([]);
});

test.describe('a server that remembers ten ticks', () => {
  test.use({ serverEnv: { BACKLOG_MAX: '10' } });

  test('axe finds nothing in a gap', async ({ stack, open }) => {
    const dashboard = await live(stack, open);
    await dashboard.page.context().setOffline(true);
    await dashboard.becomes('offline');
    expect(await violations(dashboard.page), 'offline').toEqual([]);
    await stack.topic.insertMany(
      Array.from({ length: 30 }, (_, n) => ({ time: new Date(), ticker: 'PIP', price: n })),
    );
    await expect.poll(async () => (await stack.status()).backlog.last).toBe((await stack.topic.ids()).at(-1));
    await dashboard.page.context().setOffline(false);
    await expect(dashboard.gapNote).toBeVisible();
    expect(await violations(dashboard.page), 'gap').toEqual([]);
    // What is said is the gap, without the button beside it.
    await expect(dashboard.gapNote).toHaveRole('status');
    await expect(dashboard.gapNote).toHaveText(/^(\d+ ticks|Ticks) are missing before .*\.$/);
    await dashboard.page.getByRole('button', { name: 'Dismiss' }).focus();
    await dashboard.page.keyboard.press('Enter');
    await expect(dashboard.gapNote).toHaveCount(0);
    await expect(dashboard.chart).toBeFocused();
  });
});

test('landmarks and headings tell the parts of the page, in their order', async ({ stack, open }) => {
  const { page } = await live(stack, open);
  await expect(page.getByRole('banner')).toHaveCount(1);
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('contentinfo')).toHaveCount(1);
  await expect(page.getByRole('complementary', { name: 'Beside the chart' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Watchlist' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Connection' })).toHaveText('Live');
  const headings = await page
    .getByRole('heading')
    .evaluateAll((all) => all.map(({ tagName, textContent }) => `${tagName} ${textContent}`));
  expect(headings).toEqual(['H1 Ticker', 'H2 PIP', 'H2 Recent ticks']);
});

test('the focus goes through the page as it is read', async ({ stack, open }) => {
  const { page } = await live(stack, open);
  const parts = [
    '.skip',
    'header',
    '[data-testid=watchlist]',
    '[data-testid=quote]',
    '.toolbar',
    'figure',
    'aside',
  ];
  const stops: string[] = [];
  await page.keyboard.press('Tab');
  // Until the focus leaves the page, at its end.
  while ((await page.locator(':focus').count()) > 0) {
    const part = await page
      .locator(':focus')
      .evaluate((element, parts) => parts.find((part) => element.closest(part)), parts);
    stops.push(part ?? 'elsewhere');
    await page.keyboard.press('Tab');
  }
  expect(stops.filter((stop, at) => stop !== stops[at - 1])).toEqual(parts);
});

test('the first stop leads past everything to the chart, without a step in the history', async ({
  stack,
  open,
}) => {
  const { page, chart } = await live(stack, open);
  const { length } = await page.evaluate(() => ({ length: history.length }));
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the chart' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(chart).toBeFocused();
  expect(await page.evaluate(() => history.length)).toBe(length);
});

test('one region speaks: the state, and prices every 15 s where somebody wants them', async ({
  stack,
  open,
}) => {
  const dashboard = await live(stack, open);
  const { page } = dashboard;
  const shell = new Shell(dashboard);
  const heard = await shell.hear();
  stack.publish('--tickers PIP --rate 20 --seed 11');
  await dashboard.getsMore(40);
  // Two seconds of prices, and not a word.
  expect(await heard()).toEqual([]);
  await shell.check('Speak prices');
  await expect.poll(async () => (await heard()).length, { timeout: 25_000 }).toBe(2);
  const [first, second] = await heard();
  expect(first?.words).toMatch(/^PIP [\d.]+$/);
  expect(second!.at - first!.at).toBeGreaterThanOrEqual(SPEAK_MS - 100);
  // Nothing else that is read out changes with prices.
  const regions = await page
    .locator('[aria-live], [role=status], [role=alert], [role=log]')
    .allTextContents();
  expect(regions.filter((words) => /\d/.test(words))).toEqual([second!.words]);
});

for (const [name, viewport] of [
  ['200 % zoom', { width: 640, height: 400 }],
  ['320 px', { width: 320, height: 640 }],
  ['400 % zoom', { width: 320, height: 256 }],
] as const) {
  test(`at ${name} nothing has to be scrolled sideways, also with menus open, and all can be reached`, async ({
    stack,
    open,
  }) => {
    const dashboard = await live(stack, open, { viewport });
    const { page } = dashboard;
    const shell = new Shell(dashboard);
    expect(await sideways(dashboard)).toBe(0);
    await shell.toggle('menu');
    expect(await sideways(dashboard), 'view menu').toBe(0);
    expect(await page.evaluate(faintTexts)).toEqual([]);
    await shell.toggle('details');
    await expect(shell.row('reading')).toBeVisible();
    expect(await sideways(dashboard), 'details').toBe(0);
    expect(await page.evaluate(faintTexts)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await shell.sheet.getByRole('button', { name: 'Close' }).scrollIntoViewIfNeeded();
    await expect(shell.sheet.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
    expect(await sideways(dashboard), 'sheet').toBe(0);
    await page.keyboard.press('Escape');
    await reachesAll(page);
  });
}

test('every control is 24 pixels wide and high at least', async ({ stack, open }) => {
  const dashboard = await live(stack, open, { viewport: { width: 375, height: 800 } });
  await new Shell(dashboard).toggle('menu');
  const small = await dashboard.page
    .locator('button, summary, select, input:not(.unseen), .segments label')
    .filter({ visible: true })
    .evaluateAll((all) =>
      all
        // A box to tick has its label, which is pressed as well.
        .map((element) => (element.matches('[type=checkbox]') ? element.parentElement! : element))
        .map((element) => ({ box: element.getBoundingClientRect(), html: element.outerHTML.slice(0, 90) }))
        .filter(({ box }) => box.width < 24 || box.height < 24)
        .map(({ html }) => html),
    );
  expect(small).toEqual([]);
});

test('nothing moves or flashes for whoever does not want it', async ({ stack, open }) => {
  const dashboard = await live(stack, open);
  stack.publish('--tickers PIP,ACME --rate 50 --seed 3');
  await dashboard.getsMore(60);
  const moving = await dashboard.page.evaluate(() => [
    ...document.getAnimations().map((animation) => animation.constructor.name),
    ...[...document.querySelectorAll('*')]
      .filter((element) => getComputedStyle(element).transitionDuration !== '0s')
      .map(({ outerHTML }) => outerHTML.slice(0, 80)),
  ]);
  expect(moving).toEqual([]);
});

test('forced colours leave arrows, signs, what is chosen, and the focus to be seen', async ({
  stack,
  open,
}) => {
  const dashboard = await live(stack, open, { forcedColors: 'active' });
  const { page } = dashboard;
  await expect(page.getByTestId('quote').locator('.arrow').first()).toHaveText('▲');
  const chosen = page.getByRole('radio', { name: /^1s\b/ }).locator('+ span');
  const other = page.getByRole('radio', { name: /^5s\b/ }).locator('+ span');
  const border = (which: typeof chosen): Promise<string> =>
    which.evaluate((element) => getComputedStyle(element).borderTopColor);
  expect(await border(chosen)).not.toBe(await border(other));
  await reachesAll(page);
});

test('a sheet closes when the focus goes on behind it, not for its own dialog', async ({ stack, open }) => {
  const dashboard = await live(stack, open);
  const { keyboard } = dashboard.page;
  const { menu, sheet } = new Shell(dashboard);
  await menu.locator('summary').focus();
  await keyboard.press('Enter');
  const last = menu.getByRole('button', { name: 'Keyboard shortcuts' });
  await last.focus();
  await keyboard.press('Enter');
  await expect(sheet).toBeVisible();
  await keyboard.press('Escape');
  await expect(last).toBeFocused();
  await keyboard.press('Tab');
  await expect(dashboard.page.getByRole('searchbox')).toBeFocused();
  await expect(menu).not.toHaveAttribute('open');
});

test('the table of ticks keeps the focus when its first come, and when those of another ticker do, at its top', async ({
  stack,
  open,
}) => {
  const time = new Date();
  const fifty = (ticker: string) => Array.from({ length: 50 }, (_, n) => ({ time, ticker, price: n + 1 }));
  const dashboard = await open();
  const { page, rows } = dashboard;
  const table = page.getByRole('region', { name: 'Recent ticks' });
  await expect(table).toHaveText(/None yet/);
  await table.focus();
  await stack.topic.insertMany(fifty('PIP'));
  await expect(rows).toHaveCount(50);
  await expect(table).toBeFocused();

  await stack.topic.insertMany([...fifty('ACME'), { time, ticker: 'ACME', price: 99 }]);
  await expect(page.getByRole('option', { name: /^ACME 99/ })).toBeAttached();
  await page.keyboard.press('End');
  // To its very end: the browser goes there step by step.
  await expect
    .poll(() => table.evaluate((all) => all.scrollHeight - all.clientHeight - all.scrollTop))
    .toBeLessThan(1);
  await new Shell(dashboard).backTo('ticker=ACME');
  await expect(rows.first()).toContainText('99.00');
  await expect(table).toBeFocused();
  expect(await table.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
});

test('“Retry now” goes with its press, and the focus stays with what comes of it', async ({
  stack,
  open,
}) => {
  const dashboard = await live(stack, open);
  const { page } = dashboard;
  await stack.stopServer('SIGKILL');
  const retry = page.getByRole('button', { name: 'Retry now' });
  // Once the pauses are long enough not to end meanwhile.
  await expect(dashboard.state).toHaveText(/in ([5-9]|\d\d) s/, { timeout: 30_000 });
  await retry.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'Connection' })).toBeFocused();
});
