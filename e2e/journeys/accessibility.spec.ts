import { Chart } from '../chart.ts';
import { Dashboard } from '../dashboard.ts';
import { expect, test } from '../journey.ts';
import { reachesAll } from '../keyboard.ts';
import { makeToken, SECRET } from '../token.ts';
import { Watchlist } from '../watchlist.ts';

test('the state is a status, and the chart a figure with a name', async ({ stack, open }) => {
  const dashboard = await open();
  const { page } = dashboard;
  await dashboard.becomes('waiting');
  await stack.topic.insert({ price: 50 });
  await expect(page.getByRole('status').filter({ hasText: /^Live\. PIP 50\.00$/ })).toBeVisible();
  await expect(dashboard.chart).toHaveRole('figure');
  await expect(dashboard.chart).toHaveAccessibleName(/^PIP, Line of 1 second/);
  await expect(page.getByRole('region', { name: 'Recent ticks' })).toBeVisible();
});

test('who listens has the rows of the table, too, while it is out of sight and not laid out', async ({
  stack,
  playwright,
  launchOptions,
}) => {
  for (const price of [50, 51, 52]) await stack.topic.insert({ price });
  // As where a screen reader runs: without one, Chromium makes this tree of what it has laid out.
  const args = [...(launchOptions.args ?? []), '--force-renderer-accessibility'];
  const browser = await playwright.chromium.launch({ ...launchOptions, args });
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 375, height: 600 } });
  const dashboard = await Dashboard.open(context, stack.url);
  await expect(dashboard.rows).toHaveCount(3);
  await expect.poll(() => dashboard.laidOut()).toBe(false);
  // Of the browser itself: Playwright's own snapshots are made of the document, whatever the browser makes of it.
  const session = await context.newCDPSession(dashboard.page);
  const prices = async (): Promise<unknown[]> => {
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    return nodes.filter(({ role }) => role?.value === 'cell').map(({ name }) => name?.value);
  };
  await expect
    .poll(prices)
    .toEqual(['52.00', 'up +1.00', '51.00', 'up +1.00', '50.00', 'no price before it']);
  await browser.close();
});

test('what is only to be seen has words for who listens: a dash, a letter for a length of time, an id', async ({
  stack,
  open,
}) => {
  const dashboard = await open();
  const { page } = dashboard;
  await dashboard.becomes('waiting');
  await expect(page.getByTestId('quote')).toMatchAriaSnapshot(`
    - region:
      - heading "No ticker yet"
      - button "Pause"
      - paragraph:
        - strong: no price yet
        - text: no price before it
      - term: Open
      - definition: no price yet
      - term: High
      - definition: no price yet
      - term: Low
      - definition: no price yet
      - term: Last change
      - definition: no price before it
      - term: Last tick
      - definition: no price yet
      - term: Latency
      - definition: No tick has come live yet.
      - term: Ticks a second
      - definition: not known yet
  `);
  const id = await stack.topic.insert({ price: 50 });
  await expect(dashboard.price).toHaveText('50.00');
  const lengths = page.getByRole('group', { name: 'Length of a bar' }).getByRole('radio');
  const names = ['1s (1 second)', '5s (5 seconds)', '15s (15 seconds)', '1m (1 minute)', '5m (5 minutes)'];
  for (const [at, name] of [...names, '1h (1 hour)'].entries())
    await expect(lengths.nth(at)).toHaveAccessibleName(name);
  const ticks = page.getByRole('region', { name: 'Recent ticks' });
  // One of the two has the name, or it would be read twice.
  await expect(ticks.getByRole('table')).toHaveAccessibleName('');
  await expect(ticks.getByRole('columnheader')).toHaveText(['Time', 'Price', 'Change']);
  await expect(ticks.getByRole('row').nth(1).getByRole('rowheader')).toHaveText(/^\d\d:\d\d:\d\d\.\d{3}$/);
  await expect(ticks.getByRole('row').nth(1).getByRole('cell')).toHaveCount(2);
  await expect(ticks.getByTitle(id)).toHaveText(`…${id.slice(-6)}`);
});

test('no two parts of the page have one name', async ({ stack, open }) => {
  await stack.topic.insert({ price: 50 });
  const dashboard = await open();
  const { page } = dashboard;
  await new Chart(dashboard).drawn();
  const named = async (): Promise<string[]> =>
    [
      ...(await page.locator('body').ariaSnapshot()).matchAll(
        /- (region|listbox|table|figure|group|complementary|form) "(.*?)"/g,
      ),
    ].map(([, , name]) => name ?? '');
  expect(await named()).toEqual(
    expect.arrayContaining(['Watchlist', 'Tickers', 'Recent ticks', 'PIP, Line of 1 second']),
  );
  for (const key of ['t', 'a', 't']) {
    const names = await named();
    expect(names).toEqual([...new Set(names)]);
    await page.keyboard.press(key);
  }
});

test('every control is reached by the keyboard, has a name, and shows that it has the focus', async ({
  stack,
  open,
}) => {
  await stack.topic.insert({ price: 50 });
  const dashboard = await open();
  const { page } = dashboard;
  await dashboard.becomes('waiting');
  // The chart comes after the page, and is a stop then.
  await expect(dashboard.chart).toHaveAttribute('tabindex', '0');
  await reachesAll(page);
});

test('arrow keys choose the length of a bar and the style of the chart', async ({ stack, open }) => {
  await stack.topic.insert({ price: 50 });
  const dashboard = await open();
  const { page } = dashboard;
  const length = page.getByRole('group', { name: 'Length of a bar' });
  await length.getByRole('radio', { name: /^1s\b/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(length.getByRole('radio', { name: /^5s\b/ })).toBeChecked();
  await page.getByRole('group', { name: 'Chart style' }).getByRole('radio', { name: 'Line' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: 'Candles' })).toBeChecked();
  await expect(dashboard.chart).toHaveAccessibleName(/^PIP, Candles of 5 seconds/);
});

test('the keyboard chooses another ticker', async ({ stack, open }) => {
  await stack.topic.insert({ ticker: 'ACME', price: 1 });
  await stack.topic.insert({ ticker: 'PIP', price: 2 });
  const dashboard = await open();
  await expect(dashboard.price).toHaveText('1.00');
  const watchlist = new Watchlist(dashboard);
  await watchlist.list.focus();
  await dashboard.page.keyboard.press('P');
  await dashboard.page.keyboard.press('Enter');
  await watchlist.shows('PIP');
  await expect(dashboard.price).toHaveText('2.00');
});

test.describe('a server that asks for a token', () => {
  test.use({ serverEnv: { AUTH_SECRET: SECRET } });

  test('has a form that is named, described and filled in by the keyboard alone, mistakes included', async ({
    open,
  }) => {
    const dashboard = await open();
    const { page, token, state } = dashboard;
    await dashboard.becomes('unauthorised');
    await expect(page.getByRole('status').filter({ hasText: /^Unauthorised: token needed$/ })).toBeVisible();
    await expect(page.getByRole('main').getByRole('region', { name: /asks for a token/ })).toBeVisible();
    await expect(token).toBeFocused();
    await expect(token).toHaveAttribute('type', 'password');
    await expect(token).toHaveAttribute('autocomplete', 'off');
    await expect(token).toHaveAccessibleName('Access token');
    await expect(token).toHaveAccessibleDescription(
      /^The server says “.+”\. A token is kept in a cookie that no script can read\.$/,
    );

    await page.keyboard.type('nonsense');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('The server says “the token is not valid”.');
    await expect(token).toBeFocused();
    await expect(token).toHaveAttribute('aria-invalid', 'true');
    await expect(token).toHaveAccessibleDescription('The server says “the token is not valid”.');

    // In place of the wrong one.
    await page.keyboard.insertText(await makeToken());
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused();
    await page.keyboard.press('Enter');
    await dashboard.becomes('waiting');
    await expect(state).toBeFocused();
    await expect(token).toBeHidden();
  });

  test('asks by controls that the keyboard reaches, and that show their focus', async ({ open }) => {
    const dashboard = await open();
    await dashboard.becomes('unauthorised');
    await expect(dashboard.token).toBeFocused();
    await reachesAll(dashboard.page);
  });
});
