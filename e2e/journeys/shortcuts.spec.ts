import type { Page } from '@playwright/test';
import { SHORTCUTS } from '../../web/src/shortcuts/shortcut.ts';
import { AlertPanel } from '../alert-panel.ts';
import { Chart } from '../chart.ts';
import type { Dashboard } from '../dashboard.ts';
import { expect, test } from '../journey.ts';
import { pastTicks } from '../past.ts';
import { type Heard, Shell } from '../shell.ts';
import type { Stack } from '../stack.ts';
import { Watchlist } from '../watchlist.ts';

/** The page with a price, and its chart. */
async function show(stack: Stack, open: () => Promise<Dashboard>): Promise<Dashboard> {
  await stack.topic.insert({ price: 50 });
  const dashboard = await open();
  await expect(dashboard.price).toHaveText('50.00');
  await expect(dashboard.chart).toHaveAttribute('tabindex', '0');
  return dashboard;
}

/** Waits until this was said aloud: a state that changes may take its place at once. */
async function says(heard: () => Promise<Heard[]>, words: string): Promise<void> {
  await expect.poll(async () => (await heard()).map(({ words }) => words)).toContain(words);
}

function checked(page: Page, name: string): Promise<boolean> {
  return page.getByRole('radio', { name: new RegExp(`^${name}\\b`) }).isChecked();
}

test('digits choose the length of a bar, letters the chart’s style and whether it is a table', async ({
  stack,
  open,
}) => {
  const { page, chart } = await show(stack, open);
  for (const [key, name] of [
    ['2', '5s'],
    ['6', '1h'],
    ['1', '1s'],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => checked(page, name)).toBe(true);
  }
  await page.keyboard.press('c');
  await expect.poll(() => checked(page, 'Candles')).toBe(true);
  await page.keyboard.press('Shift+C');
  await expect.poll(() => checked(page, 'Line')).toBe(true);
  await page.keyboard.press('t');
  await expect(chart.getByRole('table')).toBeVisible();
  await page.keyboard.press('t');
  await expect(chart.locator('canvas').first()).toBeVisible();
});

test('keys change theme, density and data saver, and each says what it did', async ({ stack, open }) => {
  const dashboard = await show(stack, () => open({ context: { colorScheme: 'light' } }));
  const shell = new Shell(dashboard);
  const { keyboard } = dashboard.page;
  const heard = await shell.hear();
  await keyboard.press('b');
  await shell.looks('dark', 'comfortable');
  await says(heard, 'Dark theme');
  await keyboard.press('d');
  await shell.looks('dark', 'compact');
  await says(heard, 'Compact');
  await keyboard.press('e');
  await expect(dashboard.page.getByTestId('saver-note')).toBeVisible();
  await says(heard, 'Data saver on');
});

test('a key pauses the page, and the same key resumes it', async ({ stack, open }) => {
  const { page, price } = await show(stack, open);
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
  await stack.topic.insert({ price: 51 });
  await expect(page.getByTestId('held')).toHaveAttribute('data-held', '1');
  await expect(price).toHaveText('50.00');
  await page.keyboard.press('p');
  await expect(price).toHaveText('51.00');
});

test('a key puts the focus into the filter, where keys are letters again', async ({ stack, open }) => {
  const dashboard = await show(stack, open);
  const { filter } = new Watchlist(dashboard);
  const { page } = dashboard;
  await page.keyboard.press('/');
  await expect(filter).toBeFocused();
  await page.keyboard.type('cdbt2?/');
  await expect(filter).toHaveValue('cdbt2?/');
  await new Shell(dashboard).address('ticker=PIP');
  await expect(new Shell(dashboard).sheet).toHaveCount(0);
});

test('a key leads to the alerts', async ({ stack, open }) => {
  const { page } = await show(stack, open);
  await page.keyboard.press('a');
  await expect(page.getByRole('region', { name: 'Alerts', exact: true })).toBeFocused();
  const form = page.getByRole('form', { name: 'New alert' });
  // It is loaded after the page.
  await expect(form).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(form.getByLabel('Ticker')).toBeFocused();
});

test('a key saves a picture of the chart', async ({ stack, open }) => {
  const { page } = await show(stack, open);
  const download = page.waitForEvent('download');
  await page.keyboard.press('s');
  expect((await download).suggestedFilename()).toMatch(/^.*PIP.*\.png$/);
});

test('a key leads to the newest bar, of the drawing and of the table', async ({ stack, open }) => {
  await stack.topic.insertMany(pastTicks({ count: 900, every: 1 }));
  const dashboard = await open();
  const { page } = dashboard;
  const chart = new Chart(dashboard);
  await chart.drawn();
  const heard = await new Shell(dashboard).hear();
  await chart.drag(0.5);
  await expect(chart.goLive).toBeVisible();
  await page.keyboard.press('l');
  await expect(chart.goLive).toHaveCount(0);
  await says(heard, 'The newest bar');
  await page.keyboard.press('t');
  await chart.rows.last().scrollIntoViewIfNeeded();
  await expect(chart.rows.first()).not.toBeInViewport();
  await page.keyboard.press('l');
  await expect(chart.rows.first()).toBeInViewport();
  // Of what is not drawn there is no picture, and the key says so.
  await page.keyboard.press('s');
  await expect(chart.said).toHaveText('No picture: the chart is not drawn.');
});

test('a key makes the chart fill the screen, and the same key gives it back', async ({ stack, open }) => {
  const { page } = await show(stack, open);
  const full = (): Promise<boolean> => page.evaluate(() => document.fullscreenElement !== null);
  await page.keyboard.press('f');
  await expect.poll(full).toBe(true);
  await page.keyboard.press('f');
  await expect.poll(full).toBe(false);
});

test('keys that are held with others are the browser’s', async ({ stack, open }) => {
  const dashboard = await show(stack, open);
  const { page } = dashboard;
  for (const held of ['Control', 'Alt', 'Meta']) await page.keyboard.press(`${held}+c`);
  await page.keyboard.press('2');
  await expect.poll(() => checked(page, '5s')).toBe(true);
  expect(await checked(page, 'Line')).toBe(true);
});

test('the sheet lists every key, keeps the focus, and gives it back where it was', async ({
  stack,
  open,
}) => {
  const dashboard = await show(stack, open);
  const { sheet } = new Shell(dashboard);
  const { page } = dashboard;
  const filter = new Watchlist(dashboard).sort('price');
  await filter.focus();
  await page.keyboard.press('?');
  await expect(sheet).toHaveRole('dialog');
  await expect(sheet).toHaveAccessibleName('Keyboard shortcuts');
  const listed = await sheet.locator('kbd').allTextContents();
  expect(listed).toEqual(['1–6', ...Object.keys(SHORTCUTS).map((key) => key.toUpperCase())]);
  // Those of the chart, which only whoever listens is told of in the chart itself.
  await expect(sheet).toContainText('In the chart: Left and right arrow keys read the bars');
  // Under an open dialog nothing is a shortcut.
  await page.keyboard.press('2');
  await page.keyboard.press('?');
  await expect(sheet).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(filter).toBeFocused();
  expect(await checked(page, '1s')).toBe(true);
});

test('the switch in the sheet turns single keys off, for the next visit too; the menu opens it then', async ({
  stack,
  open,
}) => {
  const dashboard = await show(stack, open);
  const shell = new Shell(dashboard);
  const { page } = dashboard;
  await page.keyboard.press('?');
  await shell.sheet.getByRole('checkbox', { name: 'Single keys are shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(dashboard.price).toHaveText('50.00');
  for (const key of ['2', 'c', 'd', '?']) await page.keyboard.press(key);
  await shell.toggle('menu');
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(shell.sheet.getByRole('checkbox')).not.toBeChecked();
  await shell.address('ticker=PIP');
  await shell.sheet.getByRole('checkbox').check();
  await page.keyboard.press('Escape');
  await page.keyboard.press('2');
  await expect.poll(() => checked(page, '5s')).toBe(true);
});

test('in a list letters and digits are its own, and the other keys are shortcuts', async ({
  stack,
  open,
}) => {
  const dashboard = await show(stack, open);
  const { list, filter } = new Watchlist(dashboard);
  const { sheet } = new Shell(dashboard);
  const { keyboard } = dashboard.page;
  await list.focus();
  await keyboard.press('2');
  await keyboard.press('c');
  await keyboard.press('?');
  await expect(sheet).toBeVisible();
  await keyboard.press('Escape');
  await expect(list).toBeFocused();
  expect(await checked(dashboard.page, '1s')).toBe(true);
  expect(await checked(dashboard.page, 'Line')).toBe(true);
  await keyboard.press('/');
  await expect(filter).toBeFocused();
});

test('keys that lead out of a chart that fills the screen bring the page back', async ({ stack, open }) => {
  const dashboard = await show(stack, open);
  const { page, chart } = dashboard;
  const full = (): Promise<boolean> => page.evaluate(() => document.fullscreenElement !== null);
  const fill = async (): Promise<void> => {
    await chart.focus();
    await page.keyboard.press('f');
    await expect.poll(full).toBe(true);
    await expect(page.locator('html')).toHaveAttribute('data-chart', 'full');
  };
  await fill();
  await page.keyboard.press('/');
  await expect(new Watchlist(dashboard).filter).toBeFocused();
  await expect.poll(full).toBe(false);
  await fill();
  await page.keyboard.press('a');
  await expect(page.getByRole('region', { name: 'Alerts', exact: true })).toBeFocused();
  await expect.poll(full).toBe(false);
  await fill();
  await new AlertPanel(dashboard).onChart();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Set alert' })).toBeFocused();
  await expect.poll(full).toBe(false);
});
