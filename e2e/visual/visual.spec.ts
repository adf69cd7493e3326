import { test as base, expect } from '@playwright/test';
import { Dashboard } from '../dashboard.ts';
import { FixedFeed } from './fixed-feed.ts';
import { compare, updating } from './picture.ts';
import { drawerOf, pin, whyNot } from './pinned.ts';

const DESKTOP = { viewport: { width: 1280, height: 800 } };
// No deviceScaleFactor: where it is emulated, browsers draw a canvas at the scale of 1 and stretch it.
const PHONE = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true };

interface Visual {
  /** The feed behind the page. */
  feed: FixedFeed;
  /** The page, with five minutes of prices behind it and live ones coming; `query` as in a link. */
  show: (query?: string) => Promise<Dashboard>;
  /** Looks at it, once all is there: time passes until nothing is under way. */
  look: (dashboard: Dashboard, name: string) => Promise<void>;
}

const test = base.extend<Visual>({
  feed: async ({ page }, use) => {
    const feed = await FixedFeed.lay(page);
    await use(feed);
    expect(feed.unanswered).toEqual([]);
  },

  show: async ({ page, feed }, use) => {
    await use(async (query = '') => {
      const dashboard = await Dashboard.visit(page, FixedFeed.url + query);
      await dashboard.getsAll(600);
      for (let n = 1; n <= 12; n++) {
        feed.tick();
        await dashboard.getsAll(600 + n);
        await feed.pass(300);
      }
      await dashboard.becomes('live');
      return dashboard;
    });
  },

  look: async ({ feed }, use, info) => {
    await use(async (dashboard, name) => {
      await expect(dashboard.chart.locator('canvas, table').first()).toBeVisible();
      const { price, rows } = dashboard;
      // Frames and timers come only as time passes; React works in between, by itself.
      await expect
        .poll(async () => {
          await feed.pass(250);
          return rows.first().getAttribute('data-id');
        })
        .toBe(await price.getAttribute('data-id'));
      await feed.pass(500);
      await compare(dashboard.page, name, info);
    });
  },
});

test.beforeEach(async ({ browser }, info) => {
  // Text is drawn otherwise at another scale: whatever the picture's is, what draws it is known by how it draws at 1.
  const context = await browser.newContext({ deviceScaleFactor: 1 });
  const page = await context.newPage();
  await FixedFeed.lay(page);
  await page.goto(`${FixedFeed.url}favicon.svg`);
  const drawer = await drawerOf(page);
  await context.close();
  if (updating(info)) await pin(drawer);
  const reason = updating(info) ? undefined : await whyNot(drawer);
  if (reason) console.log(`Skipped: ${reason}`);
  test.skip(reason !== undefined, reason);
});

test.use({ reducedMotion: 'reduce' });

test.describe('on a desktop', () => {
  test.use(DESKTOP);

  test('light', async ({ show, look }) => {
    await look(await show(), 'desktop-light');
  });

  test('the chart as a table', async ({ show, look }) => {
    await look(await show('?table=1'), 'desktop-table');
  });

  test('stale', async ({ show, look, feed }) => {
    const dashboard = await show();
    await feed.pass(9_000);
    await dashboard.becomes('stale');
    await look(dashboard, 'desktop-stale');
  });

  test('a gap', async ({ show, look, feed }) => {
    const dashboard = await show();
    feed.gap();
    await dashboard.getsAll(613);
    await feed.pass(2_000);
    await expect(dashboard.gapNote).toBeVisible();
    await look(dashboard, 'desktop-gap');
  });
});

test.describe('on a dark desktop', () => {
  test.use({ ...DESKTOP, colorScheme: 'dark' });

  test('candles', async ({ show, look }) => {
    const dashboard = await show();
    await dashboard.page.getByText('Candles').click();
    await dashboard.page.getByText('5s', { exact: true }).click();
    await look(dashboard, 'desktop-dark-candles');
  });
});

test.describe('at 200 % zoom', () => {
  // As browsers zoom: half as many pixels of CSS, each twice as large.
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });

  test('light', async ({ show, look }) => {
    await look(await show(), 'zoomed-light');
  });

  test('the chart as a table', async ({ show, look }) => {
    const dashboard = await show('?table=1');
    await dashboard.chart.evaluate((chart) => chart.scrollIntoView());
    await look(dashboard, 'zoomed-table');
  });
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('light', async ({ show, look }) => {
    await look(await show(), 'phone-light');
  });
});
