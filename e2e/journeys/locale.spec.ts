import type { Dashboard } from '../dashboard.ts';
import { expect, test } from '../journey.ts';
import { Shell } from '../shell.ts';
import type { Stack } from '../stack.ts';

/** The page in a browser of a locale, with a fall from 1234567.5 to 1234566.25. */
async function show(
  stack: Stack,
  open: (visit: { context: { locale: string } }) => Promise<Dashboard>,
  locale: string,
): Promise<Dashboard> {
  const time = new Date('2026-03-01T16:07:09.250Z');
  await stack.topic.insertMany([
    { time, ticker: 'PIP', price: 1_234_567.5 },
    { time, ticker: 'PIP', price: 1_234_566.25 },
  ]);
  const dashboard = await open({ context: { locale } });
  await expect(dashboard.rows).toHaveCount(2);
  // The words are English, whoever reads them: a screen reader is to pronounce them so.
  await expect(dashboard.page.locator('html')).toHaveAttribute('lang', 'en');
  return dashboard;
}

test('numbers and times are German in a German browser', async ({ stack, open }) => {
  const dashboard = await show(stack, open, 'de-DE');
  await expect(dashboard.price).toHaveText('1.234.566,25');
  const cells = dashboard.rows.first().locator('th, td');
  await expect(cells.nth(0)).toHaveText(/^1\. März 2026.* 16:07/);
  await expect(cells.nth(2)).toHaveText(/-1,25$/);
  const shell = new Shell(dashboard);
  await shell.toggle('details');
  await expect(shell.row('topic')).toContainText('2 ticks of 100.000, 0 MiB');
});

test('digits are Arabic in an Egyptian browser, in every number of the page', async ({ stack, open }) => {
  const dashboard = await show(stack, open, 'ar-EG');
  await expect(dashboard.price).toHaveText('١٬٢٣٤٬٥٦٦٫٢٥');
  await expect(dashboard.rows.first().locator('th, td').nth(2)).toContainText('١٫٢٥');
  const shell = new Shell(dashboard);
  await shell.toggle('details');
  await expect(shell.row('subscribers').locator('dd')).toHaveText('١');
  await stack.topic.insert({ price: 3 });
  await dashboard.becomes('live');
  await dashboard.becomes('stale');
  await expect(dashboard.state).toHaveText(/no price for [٥-٩] s/);
});

test('digits are grouped as in India in a Hindi browser', async ({ stack, open }) => {
  const dashboard = await show(stack, open, 'hi-IN');
  await expect(dashboard.price).toHaveText('12,34,566.25');
});
