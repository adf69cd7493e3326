import type { Page } from '@playwright/test';
import { Dashboard } from '../dashboard.ts';
import { expect, test } from '../journey.ts';
import { Trace } from '../trace.ts';

/** web.dev/articles/cls: so much in five seconds. */
const GOOD = 0.1;

/** What a visit has fetched so far: the page itself, and the assets of its build. */
function fetched(page: Page) {
  return page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return {
      document: { sent: document!.transferSize, holds: document!.encodedBodySize },
      assets: entries
        .filter(({ name }) => name.includes('/assets/'))
        .map(({ name, transferSize, decodedBodySize }) => ({
          name: new URL(name).pathname,
          sent: transferSize,
          holds: decodedBodySize,
        }))
        .toSorted((a, b) => a.name.localeCompare(b.name)),
    };
  });
}

test('a first visit gets every asset compressed; a second one none at all, and no byte of a page that is the same', async ({
  stack,
  open,
}) => {
  const first = await open();
  await first.becomes('waiting');
  await first.page.waitForLoadState('networkidle');
  const { assets } = await fetched(first.page);
  expect(assets.length).toBeGreaterThan(2);
  for (const { sent, holds } of assets) expect(sent).toBeLessThan(holds / 2);

  const second = await Dashboard.open(first.page.context(), stack.url);
  await second.becomes('waiting');
  const names = assets.map(({ name }) => name);
  await expect
    .poll(async () => (await fetched(second.page)).assets.map(({ name }) => name))
    .toEqual(expect.arrayContaining(names));
  const again = await fetched(second.page);
  expect(again.assets.filter(({ sent }) => sent > 0)).toEqual([]);
  // Headers only: 304.
  expect(again.document.sent).toBeLessThan(again.document.holds);
});

test('its functions are compiled beside its thread while they are loaded, not by it when they are first called', async ({
  stack,
  open,
}) => {
  stack.publish('--rate 20 --seed 12');
  let frames = 0;
  let trace: Trace | undefined;
  await open({
    prepare: async (page) => {
      trace = await Trace.begin(page, 'disabled-by-default-v8.compile');
      page.on('websocket', (socket) => socket.on('framereceived', () => frames++));
    },
  });
  // Nothing is asked of the page meanwhile: what a test asks with is a script of a thousand functions, too.
  await expect.poll(() => frames).toBeGreaterThan(60);
  const events = await trace!.end();
  const count = (name: string): number => events.filter((event) => event.name === name).length;
  expect(count('V8.CompileIgnition')).toBeGreaterThan(1000);
  expect(count('V8.CompileCode')).toBeLessThan(100);
});

test('prices that come move nothing about: the layout stays below the shift that is taken for good', async ({
  stack,
  open,
}) => {
  const dashboard = await open();
  await dashboard.becomes('waiting');
  await stack.topic.insertMany(
    Array.from({ length: 60 }, (_, n) => ({ time: new Date(), ticker: 'PIP', price: 40 + n })),
  );
  await dashboard.becomes('live');
  await expect(dashboard.rows).toHaveCount(50);
  await dashboard.page.evaluate(countShifts);
  stack.publish('--rate 20 --seed 12');
  await dashboard.getsMore(100);
  expect(await dashboard.page.evaluate(() => window.shift)).toBeLessThan(GOOD);
});

for (const [width, height] of [
  [320, 640],
  [375, 812],
  [768, 1024],
  [1000, 800],
  [1280, 800],
] as const) {
  test(`the first price comes into its place, at ${width} px: nothing makes room for it`, async ({
    stack,
    open,
  }) => {
    const dashboard = await open({
      context: { viewport: { width, height } },
      prepare: (page) => page.addInitScript(countShifts),
    });
    await dashboard.becomes('waiting');
    stack.publish('--rate 20 --tickers PIP,ACME,ZORG --seed 1');
    await dashboard.getsMore(60);
    await expect(dashboard.chart.locator('canvas').first()).toBeVisible();
    expect(await dashboard.page.evaluate(() => window.shift)).toBeLessThan(GOOD);
  });
}

for (const [width, height] of [
  [375, 812],
  [1280, 800],
] as const) {
  test(`before its script it says what it is, at ${width} px, and its name stays in its place`, async ({
    open,
  }) => {
    const context = { viewport: { width, height } };
    const place = async ({ page }: Dashboard) => {
      const name = page.getByRole('heading', { level: 1, name: 'Ticker' });
      return { name: await name.textContent(), mark: await name.locator('img').boundingBox() };
    };
    const before = await open({
      context,
      prepare: (page) => page.route('**/assets/*.js', (route) => route.abort()),
    });
    const after = await open({ context });
    await after.becomes('waiting');
    await expect(before.state).toHaveCount(0);
    const sentence = /^Live stock prices/;
    await expect(before.page.getByText(sentence)).toBeVisible();
    await expect(after.page.getByText(sentence)).toHaveCount(0);
    expect(await place(before)).toEqual(await place(after));
  });
}

function countShifts(): void {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      window.shift += entry.value;
  }).observe({ type: 'layout-shift' });
}

declare global {
  interface Window {
    /** How much of the layout was moved, as browsers count it. */
    shift: number;
  }
}
