import { faintTexts } from '../contrast.ts';
import type { Dashboard } from '../dashboard.ts';
import { expect, test } from '../journey.ts';
import { sideways } from '../sideways.ts';
import { SECRET } from '../token.ts';

const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };

test('a phone shows price and state at once, and nothing to scroll to sideways', async ({ stack, open }) => {
  stack.publish('--rate 10 --seed 7');
  const dashboard = await open({ context: phone });
  await dashboard.becomes('live');
  await expect(dashboard.price).toBeInViewport({ ratio: 1 });
  await expect(dashboard.state).toBeInViewport({ ratio: 1 });
  await expect(dashboard.chart).toBeInViewport();
  expect(await sideways(dashboard)).toBe(0);
});

test('a phone does not lay out the table of ticks before it is in sight, and the table stays where it was scrolled to', async ({
  stack,
  open,
}) => {
  stack.publish('--rate 20 --tickers PIP --seed 5');
  // Low: a browser lays out what is not far below, too.
  const dashboard = await open({ context: { ...phone, viewport: { width: 375, height: 500 } } });
  await expect(dashboard.rows).toHaveCount(50);
  const table = dashboard.page.getByRole('region', { name: 'Recent ticks' });
  await expect.poll(() => dashboard.laidOut()).toBe(false);
  await table.evaluate((region) => region.scrollIntoView({ block: 'center' }));
  await expect.poll(() => dashboard.laidOut()).toBe(true);
  await table.evaluate((region) => region.scrollTo({ top: 300 }));
  await dashboard.page.evaluate(() => window.scrollTo(0, 0));
  await expect.poll(() => dashboard.laidOut()).toBe(false);
  const before = await dashboard.shown();
  await expect.poll(() => dashboard.shown()).not.toEqual(before);
  await table.evaluate((region) => region.scrollIntoView({ block: 'center' }));
  await expect.poll(() => dashboard.laidOut()).toBe(true);
  expect(await table.evaluate((region) => region.scrollTop)).toBe(300);
});

test('the longest names, prices and states fit on a phone', async ({ stack, open }) => {
  const ticker = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';
  await stack.topic.insert({ ticker, price: 123_456_789_012.5678 });
  await stack.topic.insert({ ticker, price: -987_654_321_098.7654 });
  const dashboard = await open({ context: phone });
  await expect(dashboard.price).toHaveText('-987,654,321,098.7654');
  await stack.stopServer();
  await dashboard.becomes('reconnecting');
  await expect(dashboard.page.getByRole('button', { name: 'Retry now' })).toBeInViewport({ ratio: 1 });
  await expect(dashboard.price).toBeInViewport({ ratio: 1 });
  expect(await sideways(dashboard)).toBe(0);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every text can be read on ${colorScheme}, live and stale`, async ({ stack, open }) => {
    // Without transitions: a colour that is under way has no contrast to speak of.
    const dashboard = await open({ context: { colorScheme, reducedMotion: 'reduce' } });
    await dashboard.becomes('waiting');
    await stack.topic.insert({ price: 50 });
    await stack.topic.insert({ price: 51 });
    await stack.topic.insert({ price: 49 });
    await dashboard.becomes('live');
    expect(await dashboard.page.evaluate(faintTexts)).toEqual([]);
    await dashboard.becomes('stale');
    expect(await dashboard.page.evaluate(faintTexts)).toEqual([]);
  });
}

test.describe('a server that asks for a token', () => {
  test.use({ serverEnv: { AUTH_SECRET: SECRET } });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`asks, and says no, in a way that can be read on ${colorScheme}, on a phone too`, async ({
      open,
    }) => {
      const dashboard = await open({ context: { ...phone, colorScheme, reducedMotion: 'reduce' } });
      await dashboard.becomes('unauthorised');
      await dashboard.signIn('nonsense');
      await expect(dashboard.page.getByRole('alert')).toBeInViewport({ ratio: 1 });
      await expect(dashboard.state).toBeInViewport({ ratio: 1 });
      await expect(dashboard.token).toBeInViewport({ ratio: 1 });
      expect(await dashboard.page.evaluate(faintTexts)).toEqual([]);
      for (const width of [375, 320]) {
        await dashboard.page.setViewportSize({ width, height: 812 });
        expect(await sideways(dashboard), `${width} px`).toBe(0);
      }
    });
  }
});

test('the page and its chart turn dark with the system', async ({ stack, open }) => {
  await stack.topic.insert({ price: 50 });
  const dashboard = await open({ context: { colorScheme: 'light' } });
  const { page } = dashboard;
  await expect(dashboard.price).toHaveText('50.00');
  // It comes after the price, and paints in a frame of its own.
  await expect(dashboard.chart.locator('canvas').first()).toBeVisible();
  await expect.poll(async () => Math.min(...(await backgrounds(dashboard)))).toBeGreaterThan(230);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(async () => Math.max(...(await backgrounds(dashboard)))).toBeLessThan(40);
});

/** Red, green and blue of the page's background, and of the chart's as it is painted. */
function backgrounds({ page }: Dashboard): Promise<number[]> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-testid=chart] canvas')!;
    const painted = canvas.getContext('2d')!.getImageData(2, 2, 1, 1).data;
    const style = getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g) ?? [];
    return [...style.map(Number), ...painted.slice(0, 3)];
  });
}
