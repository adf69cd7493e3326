import { readFile } from 'node:fs/promises';
import { Chart } from '../chart.ts';
import { expect, test } from '../journey.ts';
import { pastTicks, secondsAgo } from '../past.ts';

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };

test('bars have any of six lengths, as a line and as candles, with their ticks counted below', async ({
  stack,
  open,
}) => {
  await stack.topic.insertMany(pastTicks({ count: 240, every: 30 }));
  const dashboard = await open({ context: DESKTOP });
  const chart = new Chart(dashboard);
  await chart.drawn();
  for (const interval of ['5s', '15s', '1m', '5m', '1h', '1s'] as const) {
    await chart.interval(interval);
    await expect.poll(() => dashboard.painted('--accent')).toBeGreaterThan(100);
  }
  // Two ticks in each minute.
  await chart.interval('1m');
  await dashboard.page.getByText('Candles').click();
  await expect.poll(() => dashboard.painted('--down')).toBeGreaterThan(20);
  await expect.poll(() => dashboard.painted('--up')).toBeGreaterThan(20);
  await chart.pointAt(0.5);
  await expect(chart.tooltip).toContainText(/Ticks2/);
});

test('a tooltip tells the bar that is pointed at, and never leaves the figure', async ({ stack, open }) => {
  const minute = secondsAgo(180) - (secondsAgo(180) % 60_000);
  const prices = [44, 47, 43, 45];
  await stack.topic.insertMany(
    prices.map((price, n) => ({ time: new Date(minute + n * 1000), ticker: 'PIP', price })),
  );
  const dashboard = await open({ context: DESKTOP });
  const chart = new Chart(dashboard);
  await chart.drawn();
  await chart.interval('1m');
  await expect(chart.tooltip).toHaveCount(0);
  // The one bar there is, somewhere at the right.
  const found = await chart.find(minute / 1000);
  expect(found).toBe(true);
  await expect(chart.tooltip).toHaveText(/\d\d:\d\d:00Open44\.00High47\.00Low43\.00Close45\.00Ticks4$/);

  await stack.topic.insertMany(pastTicks({ count: 600, every: 1 }));
  await dashboard.getsAll(604);
  await chart.interval('1s');
  for (const [x, y] of [
    [0.01, 0.02],
    [0.75, 0.02],
    [0.01, 0.9],
    [0.75, 0.8],
  ] as const) {
    await chart.pointAt(x, y);
    await expect(chart.tooltip).toBeVisible();
    expect(await chart.outside(chart.tooltip), `${x}, ${y}`).toBe(0);
  }
  await dashboard.page.mouse.move(2, 2);
  await expect(chart.tooltip).toHaveCount(0);
});

test('a finger that rests on the chart has the tooltip over or under it, not beneath', async ({
  stack,
  open,
}) => {
  await stack.topic.insertMany(pastTicks({ count: 300, every: 1 }));
  const dashboard = await open({ context: PHONE });
  const chart = new Chart(dashboard);
  await chart.drawn();
  for (const y of [0.15, 0.4, 0.7]) {
    const finger = await chart.press(0.4, y);
    await expect(chart.tooltip).toBeVisible();
    const box = (await chart.tooltip.boundingBox())!;
    const apart = Math.max(box.y - finger.y, finger.y - (box.y + box.height));
    expect(apart, `${y}`).toBeGreaterThanOrEqual(30);
    expect(await chart.outside(chart.tooltip), `${y}`).toBe(0);
    await chart.release();
  }
});

test('dragged back it stays where it is while ticks come, until it is told to go to live', async ({
  stack,
  open,
}) => {
  await stack.topic.insertMany(pastTicks({ count: 900, every: 1 }));
  const dashboard = await open({ context: DESKTOP });
  const chart = new Chart(dashboard);
  await chart.drawn();
  await expect(chart.goLive).toHaveCount(0);
  await chart.drag(0.6);
  await chart.drag(0.6);
  await expect(chart.goLive).toBeVisible();
  const looked = await chart.pointAt(0.5);
  const newest = Date.now();
  // Past the trim of what is live, and among it.
  for (let n = 0; n < 5; n++)
    await stack.topic.insertMany(
      Array.from({ length: 80 }, (_, at) => ({
        time: new Date(newest + (n * 80 + at) * 1000),
        ticker: 'PIP',
        price: 50,
      })),
    );
  await dashboard.getsAll(1300);
  expect(await chart.pointAt(0.5)).toBe(looked);
  expect(looked * 1000).toBeLessThan(newest - 60_000);

  await chart.goLive.click();
  await expect(chart.goLive).toHaveCount(0);
  await expect.poll(() => chart.pointAt(0.5)).toBeGreaterThan(newest / 1000);
});

test('nor does what it shows run away under a hand that drags it', async ({ stack, open }) => {
  await stack.topic.insertMany(pastTicks({ count: 600, every: 1 }));
  const dashboard = await open({ context: DESKTOP });
  const chart = new Chart(dashboard);
  await chart.drawn();
  await chart.drag(0.6);
  await chart.pointAt(0.3);
  await dashboard.page.mouse.down();
  await chart.moveTo(0.4);
  await chart.moveTo(0.5);
  const before = await chart.tooltip.getAttribute('data-time');
  const now = Date.now();
  for (let n = 1; n <= 20; n++) await stack.topic.insert({ time: new Date(now + n * 1000), price: 44 });
  await dashboard.getsAll(620);
  await chart.moveTo(0.45);
  await chart.moveTo(0.5);
  await expect(chart.tooltip).toHaveAttribute('data-time', before ?? '');
  await dashboard.page.mouse.up();
});

test('a gap breaks the line, and says how many ticks are missing where that is known', async ({
  stack,
  open,
}) => {
  const first = secondsAgo(40);
  await stack.topic.insert({ time: new Date(first), price: 44 });
  let missed: (count: number) => void = () => {};
  const dashboard = await open({
    context: DESKTOP,
    // The real server, with one message put in: one that has lost a slow consumer's ticks knows how many.
    prepare: (page) =>
      page.routeWebSocket(/\/ws$/, (socket) => {
        socket.connectToServer();
        missed = (count) => {
          socket.send(JSON.stringify({ type: 'gap', reason: 'slow_consumer', missed: count }));
          socket.send(JSON.stringify({ type: 'snapshot', id: 1, ticks: [] }));
        };
      }),
  });
  const chart = new Chart(dashboard);
  await chart.drawn();
  await expect(dashboard.price).toHaveText('44.00');
  missed(1234);
  await expect(dashboard.gapNote).toContainText('1,234 ticks');
  await stack.topic.insert({ time: new Date(first + 20_000), price: 45 });
  await expect(dashboard.price).toHaveText('45.00');
  // Nothing leads from the one to the other.
  expect(await chart.between('--accent')).toBe(0);
  await chart.tool('Show as table').click();
  await expect(chart.rows.first()).toContainText('1,234 missing');
  await chart.tool('Show as table').click();
  await chart.drawn();

  // And where none is missing, something does.
  await stack.topic.insert({ time: new Date(first + 21_000), price: 44 });
  await expect(dashboard.price).toHaveText('44.00');
  await expect.poll(() => chart.between('--accent')).toBeGreaterThan(0);
});

test('clocks that run backwards or far ahead, and huge prices, do not break it', async ({ stack, open }) => {
  await stack.topic.insertMany(pastTicks({ count: 300, every: 1 }));
  const dashboard = await open({ context: DESKTOP });
  const chart = new Chart(dashboard);
  await chart.drawn();
  const now = Date.now();
  for (const time of [now - 86_400_000, now + 3_600_000, Date.UTC(2100, 0, 1), 0, -8.64e15, 8.64e15])
    await stack.topic.insert({ time: new Date(time), price: 44 });
  for (const price of [1e300, -1e300, 9.1e13, 1e-12]) await stack.topic.insert({ price });
  await stack.topic.insert({ price: 46 });
  await expect(dashboard.price).toHaveText('46.00');
  await dashboard.getsAll(311);
  for (const interval of ['1h', '1m', '1s'] as const) {
    await chart.interval(interval);
    await expect.poll(() => dashboard.painted('--accent')).toBeGreaterThan(20);
  }
  await chart.tool('Show as table').click();
  await expect(chart.rows.nth(0)).toContainText('275760');
  await expect(chart.rows.nth(1)).toContainText('2100');
  await chart.tool('Show as table').click();
  await chart.drawn();
  await dashboard.page.getByText('Candles').click();
  await chart.figure.focus();
  await dashboard.page.keyboard.press('Home');
  await expect(chart.said).toContainText('open 44.00');
});

test('a picture of it can be saved, with ticker, interval and time written on it', async ({
  stack,
  open,
}) => {
  await stack.topic.insertMany(pastTicks({ count: 300, every: 1 }));
  const dashboard = await open({ context: DESKTOP });
  const chart = new Chart(dashboard);
  await chart.drawn();
  const coming = dashboard.page.waitForEvent('download');
  await chart.tool('Save picture').click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^PIP-1s-\d{4}-\d\d-\d\dT[\d-]+\.png$/);
  const file = await readFile(await download.path());
  expect(file.subarray(1, 4).toString()).toBe('PNG');
  const box = (await chart.figure.boundingBox())!;
  // Of the chart's width, and higher by the line of words.
  expect(Math.abs(file.readUInt32BE(16) - box.width)).toBeLessThan(3);
  expect(file.readUInt32BE(20)).toBeGreaterThan(box.height + 20);
  expect(await chart.inked(file, 34)).toBeGreaterThan(100);
});

test('it fills the screen with the state still in sight, and comes back', async ({ stack, open }) => {
  await stack.topic.insertMany(pastTicks({ count: 300, every: 1 }));
  const dashboard = await open({ context: DESKTOP });
  const { page } = dashboard;
  const chart = new Chart(dashboard);
  await chart.drawn();
  await chart.tool('Full screen').click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await expect(page.getByRole('region', { name: 'Recent ticks' })).toBeHidden();
  await expect(dashboard.state).toBeVisible();
  await expect.poll(async () => (await chart.figure.boundingBox())!.width).toBeGreaterThan(1150);
  await chart.tool('Leave full screen').click();
  await expect(page.getByRole('region', { name: 'Recent ticks' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null);
});

test('where the screen is not to be had it fills the window, says so, and Escape leaves', async ({
  stack,
  open,
}) => {
  await stack.topic.insertMany(pastTicks({ count: 30, every: 1 }));
  const dashboard = await open({
    context: DESKTOP,
    // As on an iPhone.
    prepare: (page) =>
      page.addInitScript(() => Reflect.deleteProperty(Element.prototype, 'requestFullscreen')),
  });
  const chart = new Chart(dashboard);
  await chart.drawn();
  await chart.tool('Full screen').click();
  await expect(chart.figure).toContainText('the chart fills the window. Escape leaves.');
  await expect(dashboard.page.getByRole('region', { name: 'Recent ticks' })).toBeHidden();
  await dashboard.page.keyboard.press('Escape');
  await expect(dashboard.page.getByRole('region', { name: 'Recent ticks' })).toBeVisible();
});

test('it turns with the theme of the page', async ({ stack, open }) => {
  await stack.topic.insertMany(pastTicks({ count: 100, every: 1 }));
  const dashboard = await open({ context: { ...DESKTOP, colorScheme: 'light' } });
  const chart = new Chart(dashboard);
  await chart.drawn();
  await dashboard.page.addStyleTag({ content: ':root[data-theme=dark] { --surface: #123456 }' });
  await dashboard.page.keyboard.press('b');
  await expect.poll(() => dashboard.painted('--surface')).toBeGreaterThan(10_000);
});
