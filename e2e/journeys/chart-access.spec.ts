import { AlertPanel } from '../alert-panel.ts';
import { Chart } from '../chart.ts';
import { expect, test } from '../journey.ts';
import { pastTicks } from '../past.ts';

const DESKTOP = { viewport: { width: 1280, height: 800 } };

test('the chart is a figure with a name and a description, whose bars are gone through and read aloud', async ({
  stack,
  open,
}) => {
  // Few enough that the first is in sight, however narrow the chart is.
  await stack.topic.insertMany(pastTicks({ count: 30, every: 1, price: (n) => 70 + n }));
  const dashboard = await open({ context: DESKTOP });
  const { page } = dashboard;
  const chart = new Chart(dashboard);
  await chart.drawn();
  await expect(chart.note).toHaveText('The topic begins here');
  await expect(chart.figure).toHaveRole('figure');
  await expect(chart.figure).toHaveAccessibleName('PIP, Line of 1 second');
  await expect(chart.figure).toHaveAccessibleDescription(
    /Left and right arrow keys read the bars.*Escape leaves.*up and down arrow keys move it/,
  );
  await chart.figure.focus();
  const closes: (string | undefined)[] = [];
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowRight', 'PageUp', 'Home', 'PageDown', 'End']) {
    await page.keyboard.press(key);
    await expect(chart.tooltip).toBeVisible();
    await dashboard.paint();
    closes.push((await chart.said.textContent())?.match(/close ([\d.]+)/)?.[1]);
  }
  expect(closes).toEqual(['99.00', '98.00', '99.00', '89.00', '70.00', '80.00', '99.00']);
  await expect(chart.said).toHaveText(
    /^\d\d:\d\d:\d\d, open 99\.00, high 99\.00, low 99\.00, close 99\.00, 1 tick$/,
  );
  await expect(chart.said).toHaveAttribute('aria-live', 'polite');

  // Live ticks are not read.
  await stack.topic.insert({ price: 1 });
  await expect(dashboard.price).toHaveText('1.00');
  await expect(chart.said).toHaveText(/close 99\.00, 1 tick$/);
  await page.keyboard.press('Escape');
  await expect(chart.tooltip).toHaveCount(0);
  await expect(chart.said).toHaveText('');
});

test('plus and minus change how much is in sight', async ({ stack, open }) => {
  await stack.topic.insertMany(pastTicks({ count: 900, every: 1 }));
  const dashboard = await open({ context: DESKTOP });
  const chart = new Chart(dashboard);
  await chart.drawn();
  let usual = Number.NaN;
  await expect.poll(async () => (usual = await chart.pointAt(0.1))).toBeGreaterThan(0);
  await chart.figure.focus();
  await dashboard.page.keyboard.press('+');
  await dashboard.page.keyboard.press('+');
  await expect.poll(() => chart.pointAt(0.1)).toBeGreaterThan(usual);
  for (let n = 0; n < 4; n++) await dashboard.page.keyboard.press('-');
  await expect.poll(() => chart.pointAt(0.1)).toBeLessThan(usual);
});

test('zooming by keyboard says what is shown then, and nothing once one has left', async ({
  stack,
  open,
}) => {
  await stack.topic.insertMany(pastTicks({ count: 900, every: 1 }));
  const dashboard = await open({ context: DESKTOP });
  const { keyboard } = dashboard.page;
  const chart = new Chart(dashboard);
  await chart.drawn();
  await chart.figure.focus();
  const counts: number[] = [];
  for (const key of ['+', '+', '-', '-', '-']) {
    await keyboard.press(key);
    await dashboard.paint();
    const said = (await chart.said.textContent()) ?? '';
    expect(said).toMatch(/^Showing \d+ bars, \d\d:\d\d:\d\d to \d\d:\d\d:\d\d$/);
    counts.push(Number(/\d+/.exec(said)));
  }
  const [closer, closest, back, usual, wider] = counts as [number, number, number, number, number];
  expect(closest).toBeLessThan(closer);
  expect(back).toBe(closer);
  expect(usual).toBeGreaterThan(back);
  expect(wider).toBeGreaterThan(usual);
  await keyboard.press('Tab');
  await expect(chart.said).toBeEmpty();
});

for (const way of ['the key', 'the button'] as const) {
  test(`after “Go to live” by ${way} arrow keys begin at the newest bar`, async ({ stack, open }) => {
    await stack.topic.insertMany(pastTicks({ count: 900, every: 1, price: (n) => n + 1 }));
    const dashboard = await open({ context: DESKTOP });
    const { keyboard } = dashboard.page;
    const chart = new Chart(dashboard);
    await chart.drawn();
    await chart.figure.focus();
    await keyboard.press('ArrowLeft');
    await keyboard.press('Home');
    await expect(chart.goLive).toBeVisible();
    await expect(chart.said).not.toContainText('close 900.00');
    if (way === 'the button') await chart.goLive.focus();
    await keyboard.press(way === 'the key' ? 'l' : 'Enter');
    await expect(chart.goLive).toHaveCount(0);
    await expect(chart.tooltip).toHaveCount(0);
    await expect(chart.figure).toBeFocused();
    await keyboard.press('ArrowLeft');
    await expect(chart.said).toContainText('close 900.00');
  });
}

test('left and right go through time while up and down move the price of an alert', async ({
  stack,
  open,
}) => {
  await stack.topic.insertMany(pastTicks({ count: 60, every: 1, price: (n) => 40 + n }));
  const dashboard = await open({ context: DESKTOP });
  const { page } = dashboard;
  const chart = new Chart(dashboard);
  await chart.drawn();
  await new AlertPanel(dashboard).onChart();
  await chart.figure.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  const offer = page.getByRole('button', { name: /^Alert at / });
  await expect(offer).toHaveText('Alert at 99.00');
  await page.keyboard.press('ArrowUp');
  await expect(offer).not.toHaveText('Alert at 99.00');
  const offered = await offer.textContent();
  await page.keyboard.press('ArrowLeft');
  await expect(chart.said).toContainText('close 98.00');
  await expect(offer).toHaveText(offered ?? '');
  // Escape leaves the offer first, then the walk.
  await page.keyboard.press('Escape');
  await expect(offer).toHaveCount(0);
  await expect(chart.tooltip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chart.tooltip).toHaveCount(0);
});

test('the bars are a table where one wants that, newest first, renewed once a second', async ({
  stack,
  open,
}) => {
  await stack.topic.insertMany(pastTicks({ count: 300, every: 1 }));
  const dashboard = await open({ context: DESKTOP });
  const { page } = dashboard;
  const chart = new Chart(dashboard);
  await chart.drawn();
  await chart.tool('Show as table').click();
  await expect(chart.tool('Show as table')).toHaveAttribute('aria-pressed', 'true');
  await expect(chart.figure.locator('canvas')).toHaveCount(0);
  await expect(chart.rows).toHaveCount(100);
  const times = await chart.times();
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  await expect(
    page.getByRole('table', { name: /^PIP, bars of 1 second: the newest 100, newest first/ }),
  ).toBeVisible();
  await expect(page.getByTestId('bars-table').getByRole('columnheader')).toHaveText([
    'Time',
    'Open',
    'High',
    'Low',
    'Close',
    'Ticks',
    'Gap',
  ]);
  await expect(chart.rows.first().getByRole('rowheader')).toHaveText(/^\d\d:\d\d:\d\d$/);

  // Each time it changes is noted, while ticks come at fifty a second.
  await page.getByTestId('bars-table').evaluate((table) => {
    const changes: number[] = [];
    Object.assign(window, { changes });
    new MutationObserver(() => changes.push(performance.now())).observe(table, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  stack.publish('--rate 50 --seed 3 --tickers PIP');
  const changes = (): Promise<number[]> =>
    page.evaluate(() => (window as unknown as { changes: number[] }).changes);
  await expect.poll(async () => (await changes()).length).toBeGreaterThanOrEqual(6);
  const at = await changes();
  // One that a busy machine shows late is closer to the next, so the first and the last are a second less apart at most.
  expect(at.at(-1)! - at[0]!).toBeGreaterThan((at.length - 2) * 1000);
  await chart.tool('Show as table').click();
  await chart.drawn();
});

test('a key that changes between chart and table leaves the focus there', async ({ stack, open }) => {
  await stack.topic.insert({ price: 44 });
  const dashboard = await open({ context: DESKTOP });
  const { page } = dashboard;
  const chart = new Chart(dashboard);
  await chart.drawn();
  await chart.figure.focus();
  await page.keyboard.press('t');
  await expect(page.getByRole('region', { name: /^PIP, bars of 1 second/ })).toBeFocused();
  await page.keyboard.press('t');
  await chart.drawn();
  await expect(chart.figure).toBeFocused();
});

test('prices are shown before what draws the chart is there', async ({ stack, open }) => {
  await stack.topic.insert({ price: 44 });
  let arrive = (): void => {};
  const held = new Promise<void>((resolve) => (arrive = resolve));
  const dashboard = await open({
    context: DESKTOP,
    prepare: (page) => page.route('**/chart-parts-*.js', (route) => held.then(() => route.continue())),
  });
  await expect(dashboard.price).toHaveText('44.00');
  await expect(dashboard.chart).toContainText('Loading the chart…');
  await stack.topic.insert({ price: 45 });
  await expect(dashboard.price).toHaveText('45.00');
  arrive();
  await new Chart(dashboard).drawn();
});

test('where that can not be had it says so, and is asked for again', async ({ stack, open }) => {
  await stack.topic.insert({ price: 44 });
  let broken = true;
  const dashboard = await open({
    context: DESKTOP,
    prepare: (page) =>
      page.route('**/chart-parts-*.js', (route) => (broken ? route.abort() : route.continue())),
  });
  const chart = new Chart(dashboard);
  await expect(chart.figure).toContainText('The chart could not be loaded. Prices go on.');
  await expect(chart.said).toContainText('could not be loaded');
  await stack.topic.insert({ price: 45 });
  await expect(dashboard.price).toHaveText('45.00');
  broken = false;
  const again = chart.figure.getByRole('button', { name: 'Try again' });
  await again.focus();
  await dashboard.page.keyboard.press('Enter');
  await chart.drawn();
  await expect(again).toHaveCount(0);
  await expect(chart.figure).toBeFocused();
});

for (const table of ['', '?table=1']) {
  test(`“Try again” for older prices leaves the focus in ${table ? 'the table' : 'the chart'}`, async ({
    stack,
    open,
  }) => {
    await stack.topic.insertMany(pastTicks({ count: 30, every: 1 }));
    let broken = true;
    const dashboard = await open({
      url: stack.url + table,
      context: DESKTOP,
      prepare: (page) =>
        page.route('**/api/candles?*', (route) => (broken ? route.abort() : route.continue())),
    });
    const chart = new Chart(dashboard);
    await expect(chart.note).toHaveAttribute('data-status', 'failed');
    broken = false;
    const again = chart.figure.getByRole('button', { name: 'Try again' });
    await again.focus();
    await dashboard.page.keyboard.press('Enter');
    await expect(chart.note).toHaveText('The topic begins here');
    await expect(again).toHaveCount(0);
    await expect(table ? chart.figure.getByRole('region') : chart.figure).toBeFocused();
  });
}

test('the table does without what draws the chart', async ({ stack, open }) => {
  await stack.topic.insert({ price: 45 });
  const dashboard = await open({
    context: DESKTOP,
    prepare: (page) => page.route('**/chart-parts-*.js', (route) => route.abort()),
  });
  const chart = new Chart(dashboard);
  await expect(chart.figure).toContainText('could not be loaded');
  await chart.tool('Show as table').click();
  await expect(chart.rows.first()).toContainText('45.00');
});

test('keys that make a button or the drawing go leave the focus in the chart', async ({ stack, open }) => {
  await stack.topic.insertMany(pastTicks({ count: 900, every: 1 }));
  const dashboard = await open({ context: DESKTOP });
  const { keyboard } = dashboard.page;
  const chart = new Chart(dashboard);
  await chart.drawn();
  await new AlertPanel(dashboard).onChart();
  await chart.figure.focus();
  await keyboard.press('ArrowLeft');
  await keyboard.press('Home');
  await chart.goLive.focus();
  await keyboard.press('Enter');
  await expect(chart.goLive).toHaveCount(0);
  await expect(chart.figure).toBeFocused();
  // Nor does the offer of an alert take it along.
  await keyboard.press('Enter');
  await chart.figure.getByRole('button', { name: 'Cancel' }).focus();
  await keyboard.press('Enter');
  await expect(chart.figure).toBeFocused();
  // As a table, of other bars, and back.
  const table = chart.figure.getByRole('region', { name: /bars of 1 second/ });
  await keyboard.press('t');
  await expect(table).toBeFocused();
  await keyboard.press('2');
  await expect(chart.figure.getByRole('region', { name: /bars of 5 seconds/ })).toBeFocused();
  await keyboard.press('t');
  await chart.drawn();
  await expect(chart.figure).toBeFocused();
});

test('the drawing is no table for whoever listens', async ({ stack, open }) => {
  await stack.topic.insert({ price: 44 });
  const chart = new Chart(await open({ context: DESKTOP }));
  await chart.drawn();
  await expect(chart.figure.locator('table')).toHaveCount(1);
  await expect(chart.figure.getByRole('table')).toHaveCount(0);
  await expect(chart.figure.getByRole('cell')).toHaveCount(0);
});
