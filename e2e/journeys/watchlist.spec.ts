import { expect, test } from '../journey.ts';
import { Shell } from '../shell.ts';
import { sideways } from '../sideways.ts';
import type { Stack } from '../stack.ts';
import { Watchlist } from '../watchlist.ts';

const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };

/** Names of so many tickers, in alphabetical order. */
function names(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `T${String(n).padStart(2, '0')}`);
}

/** Publishes prices, each of a ticker. */
async function publish(stack: Stack, ...prices: [ticker: string, price: number][]): Promise<void> {
  for (const [ticker, price] of prices) await stack.topic.insert({ ticker, price });
}

test('a ticker appears by itself when it is first published, and a click shows it', async ({
  stack,
  open,
}) => {
  await publish(stack, ['PIP', 44]);
  const dashboard = await open();
  const watchlist = new Watchlist(dashboard);
  await watchlist.lists('PIP');
  await publish(stack, ['ACME', 7]);
  await expect(watchlist.row('ACME')).toContainText('7.00');
  await watchlist.shows('PIP');
  await watchlist.choose('ACME');
  await expect(dashboard.price).toHaveText('7.00');
  await expect(watchlist.chosen).toHaveCount(1);
});

test('a row has the last price, the change, its percentage and its direction, in words too', async ({
  stack,
  open,
}) => {
  await publish(stack, ['PIP', 40], ['ACME', 8], ['ZORG', 5]);
  const dashboard = await open();
  const watchlist = new Watchlist(dashboard);
  await watchlist.lists('ACME', 'PIP', 'ZORG');
  await publish(stack, ['PIP', 50], ['ACME', 7], ['ZORG', 5]);
  const { list } = watchlist;
  await expect(list.getByRole('option', { name: /^PIP 50\.00 up \+10\.00 \+25\.00%$/ })).toBeVisible();
  await expect(list.getByRole('option', { name: /^ACME 7\.00 down -1\.00 -12\.50%$/ })).toBeVisible();
  await expect(list.getByRole('option', { name: /^ZORG 5\.00 0\.00 0\.00%$/ })).toBeVisible();
  await expect(watchlist.row('PIP')).toContainText('▲');
  await expect(watchlist.row('ACME')).toContainText('▼');
  // From the lower left to the upper right, and the other way round.
  await expect(watchlist.row('PIP').locator('polyline')).toHaveAttribute('points', '0,19 64,1');
  await expect(watchlist.row('ACME').locator('polyline')).toHaveAttribute('points', '0,1 64,19');
});

test('sorts by name, price, change and percentage, either way, and says so', async ({ stack, open }) => {
  // By price B C A, by change C A B, by percentage A C B.
  await publish(stack, ['A', 1], ['B', 100], ['C', 20]);
  const dashboard = await open();
  const watchlist = new Watchlist(dashboard);
  await watchlist.lists('A', 'B', 'C');
  await publish(stack, ['A', 2], ['B', 99], ['C', 23]);
  await expect(watchlist.row('C')).toContainText('23.00');
  await expect(watchlist.sort('name')).toHaveAttribute('aria-pressed', 'true');

  await watchlist.sort('price').click();
  await watchlist.lists('B', 'C', 'A');
  await expect(watchlist.sort('price')).toHaveAttribute('aria-pressed', 'true');
  await expect(watchlist.sort('price')).toHaveAccessibleName('Sort by price, descending');
  await expect(watchlist.sort('name')).toHaveAttribute('aria-pressed', 'false');
  await watchlist.sort('price').click();
  await watchlist.lists('A', 'C', 'B');
  await expect(watchlist.sort('price')).toHaveAccessibleName('Sort by price, ascending');
  await watchlist.sort('change').click();
  await watchlist.lists('C', 'A', 'B');
  await watchlist.sort('change in per cent').click();
  await watchlist.lists('A', 'C', 'B');
});

test('rows change places by themselves, but not under the pointer', async ({ stack, open }) => {
  await publish(stack, ['A', 10], ['B', 10]);
  const dashboard = await open();
  const watchlist = new Watchlist(dashboard);
  await watchlist.lists('A', 'B');
  await watchlist.sort('change').click();
  await publish(stack, ['B', 11]);
  await watchlist.lists('B', 'A');

  await watchlist.row('B').hover();
  await publish(stack, ['A', 12]);
  await expect(watchlist.row('A')).toContainText('12.00');
  // Longer than an order is kept where nobody is there: what comes next has come.
  const since = await dashboard.now();
  await expect.poll(() => dashboard.now()).toBeGreaterThan(since + 3000);
  expect(await watchlist.tickers()).toEqual(['B', 'A']);
  await dashboard.state.hover();
  await watchlist.lists('A', 'B');
});

test('filters, says how many match, and is cleared', async ({ stack, open }) => {
  await publish(stack, ['PIP', 1], ['TIPPER', 2], ['ACME', 3]);
  const dashboard = await open();
  const watchlist = new Watchlist(dashboard);
  await watchlist.lists('ACME', 'PIP', 'TIPPER');
  await expect(watchlist.clear).toBeHidden();
  await watchlist.filter.fill('ip');
  await watchlist.lists('PIP', 'TIPPER');
  await expect(watchlist.matches).toHaveText('2 of 3 tickers');
  await watchlist.filter.fill('nobody');
  await expect(watchlist.rows).toHaveCount(0);
  await expect(watchlist.matches).toHaveText('No ticker matches “nobody”.');
  await watchlist.clear.click();
  await watchlist.lists('ACME', 'PIP', 'TIPPER');
  await expect(watchlist.filter).toBeFocused();
  await expect(watchlist.matches).toBeEmpty();
});

test('is used by the keyboard alone', async ({ stack, open }) => {
  await publish(stack, ...names(9).map((name, n): [string, number] => [name, n + 1]));
  const dashboard = await open();
  const { keyboard } = dashboard.page;
  const watchlist = new Watchlist(dashboard);
  await expect(watchlist.rows).toHaveCount(9);
  await watchlist.filter.focus();
  await keyboard.type('T');
  // The button that clears, the four that sort, and the list: one stop.
  for (let stop = 0; stop < 6; stop++) await keyboard.press('Tab');
  await expect(watchlist.list).toBeFocused();
  expect(await watchlist.active()).toBe('T00');

  for (const [key, ticker] of [
    ['ArrowDown', 'T01'],
    ['ArrowDown', 'T02'],
    ['ArrowUp', 'T01'],
    ['End', 'T08'],
    ['ArrowDown', 'T08'],
    ['Home', 'T00'],
  ] as const) {
    await keyboard.press(key);
    expect(await watchlist.active()).toBe(ticker);
  }
  // To move is not to choose.
  await watchlist.shows('T00');
  await keyboard.press('End');
  await keyboard.press('Enter');
  await watchlist.shows('T08');
  await expect(dashboard.price).toHaveText('9.00');
  await keyboard.type('t03');
  await keyboard.press(' ');
  await watchlist.shows('T03');
  await expect(watchlist.list).toBeFocused();

  await keyboard.press('Tab');
  await expect(watchlist.root.locator(':focus')).toHaveCount(0);
  // From the filter straight into the list, and Escape for all of them.
  await watchlist.filter.focus();
  await keyboard.press('End');
  await keyboard.type('X');
  await watchlist.lists();
  await keyboard.press('Escape');
  await expect(watchlist.rows).toHaveCount(9);
  await keyboard.type('05');
  await watchlist.lists('T05');
  await keyboard.press('Enter');
  await watchlist.shows('T05');
  await keyboard.press('ArrowDown');
  await expect(watchlist.list).toBeFocused();
});

test('scrolls by itself on a wide page, and brings where the keyboard is into sight', async ({
  stack,
  open,
}) => {
  await stack.topic.insertMany(names(60).map((ticker, n) => ({ ticker, price: n + 1, time: new Date() })));
  const dashboard = await open({ context: { viewport: { width: 1280, height: 800 } } });
  const watchlist = new Watchlist(dashboard);
  await expect(watchlist.rows).toHaveCount(60);
  const { height } = (await watchlist.root.boundingBox())!;
  expect(height).toBeLessThan(800);
  await expect(watchlist.row('T59')).not.toBeInViewport();
  await watchlist.list.focus();
  await dashboard.page.keyboard.press('End');
  // But for a fraction of a pixel.
  await expect(watchlist.row('T59')).toBeInViewport({ ratio: 0.95 });
});

for (const [name, context] of [
  ['wide', { viewport: { width: 1280, height: 800 } }],
  ['narrow', phone],
] as const) {
  test(`has what a link chooses in sight on a ${name} page, and moves nothing else for it`, async ({
    stack,
    open,
  }) => {
    await stack.topic.insertMany(names(60).map((ticker, n) => ({ ticker, price: n + 1, time: new Date() })));
    const dashboard = await open({ url: `${stack.url}/?ticker=T40`, context });
    const { page } = dashboard;
    const watchlist = new Watchlist(dashboard);
    await watchlist.shows('T40');
    // But for a fraction of a pixel.
    await expect(watchlist.row('T40')).toBeInViewport({ ratio: 0.95 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
    // Somebody reads further down while another is chosen, as by “back”.
    await page.setViewportSize({ ...context.viewport, height: 300 });
    await page.evaluate(() => scrollTo({ top: 200 }));
    await new Shell(dashboard).backTo('ticker=T05');
    await watchlist.shows('T05');
    expect(await page.evaluate(() => scrollY)).toBe(200);
    await page.evaluate(() => scrollTo({ top: 0 }));
    await expect(watchlist.row('T05')).toBeInViewport({ ratio: 0.95 });
  });
}

test('is a strip on a phone that scrolls in itself, by touch too', async ({ stack, open }) => {
  await stack.topic.insertMany([
    { ticker: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345', price: -987_654_321_098.7654, time: new Date() },
    ...names(30).map((ticker, n) => ({ ticker, price: n + 1, time: new Date() })),
  ]);
  const dashboard = await open({ context: phone });
  const watchlist = new Watchlist(dashboard);
  await expect(watchlist.rows).toHaveCount(31);
  await expect(watchlist.list).toHaveAttribute('aria-orientation', 'horizontal');
  for (const width of [375, 320]) {
    await dashboard.page.setViewportSize({ width, height: 812 });
    expect(await sideways(dashboard), `${width} px`).toBe(0);
    await expect(dashboard.price).toBeInViewport({ ratio: 1 });
    await expect(watchlist.row('T00')).toBeInViewport();
  }
  await expect(watchlist.row('T29')).not.toBeInViewport();
  await watchlist.row('T29').tap();
  await watchlist.shows('T29');
  await expect(watchlist.row('T29')).toBeInViewport({ ratio: 1 });
  await expect(dashboard.price).toHaveText('30.00');
  const box = (await watchlist.row('T29').boundingBox())!;
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
});

test('fifty tickers at twenty ticks a second each are right in the end', async ({ stack, open }) => {
  const dashboard = await open();
  const watchlist = new Watchlist(dashboard);
  stack.publish(`--tickers ${names(50).join(',')} --rate 1000 --seed 11`);
  await dashboard.getsMore(8000);
  await expect(watchlist.rows).toHaveCount(50);
  await stack.stopPublishing();
  const last = await stack.topic.lastIds();
  expect(Object.keys(last)).toHaveLength(50);
  await expect.poll(() => watchlist.lastIds()).toEqual(last);
});
