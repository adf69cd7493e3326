import { expect, test } from '../journey.ts';
import { reachesAll } from '../keyboard.ts';
import { makeToken, SECRET } from '../token.ts';

test('the state is a status, and the chart a figure with a name', async ({ stack, open }) => {
  const dashboard = await open();
  const { page } = dashboard;
  await dashboard.becomes('waiting');
  await stack.topic.insert({ price: 50 });
  await expect(page.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible();
  await expect(dashboard.chart).toHaveRole('figure');
  await expect(dashboard.chart).toHaveAccessibleName(/^PIP, Line of 1s/);
  await expect(page.getByRole('table', { name: 'Recent ticks' })).toBeVisible();
});

test('every control is reached by the keyboard, has a name, and shows that it has the focus', async ({
  stack,
  open,
}) => {
  await stack.topic.insert({ price: 50 });
  const dashboard = await open();
  const { page } = dashboard;
  await dashboard.becomes('waiting');
  // Alerts come after the page, and make the chart a stop.
  await expect(dashboard.chart).toHaveAttribute('tabindex', '0');
  await reachesAll(page);
});

test('arrow keys choose the length of a bar and the style of the chart', async ({ stack, open }) => {
  await stack.topic.insert({ price: 50 });
  const dashboard = await open();
  const { page } = dashboard;
  const length = page.getByRole('group', { name: 'Length of a bar' });
  await length.getByRole('radio', { name: '1s', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(length.getByRole('radio', { name: '5s', exact: true })).toBeChecked();
  await page.getByRole('group', { name: 'Chart style' }).getByRole('radio', { name: 'Line' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: 'Candles' })).toBeChecked();
  await expect(dashboard.chart).toHaveAccessibleName(/^PIP, Candles of 5s/);
});

test('the keyboard picks another ticker', async ({ stack, open }) => {
  await stack.topic.insert({ ticker: 'ACME', price: 1 });
  await stack.topic.insert({ ticker: 'PIP', price: 2 });
  const dashboard = await open();
  await expect(dashboard.price).toHaveText('1.00');
  await dashboard.page.getByRole('combobox', { name: 'Ticker' }).focus();
  await dashboard.page.keyboard.press('P');
  await expect(dashboard.picker).toHaveValue('PIP');
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
