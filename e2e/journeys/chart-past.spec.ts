import type { Route } from '@playwright/test';
import { Chart } from '../chart.ts';
import type { Dashboard } from '../dashboard.ts';
import { expect, test } from '../journey.ts';
import { pastTicks } from '../past.ts';
import { makeToken, SECRET } from '../token.ts';

const DESKTOP = { viewport: { width: 1280, height: 800 } };
/** More than the snapshot that a page begins with. */
const MANY = 3000;

/** Goes back until older prices have been asked for once more. */
async function goBack(chart: Chart): Promise<void> {
  const { length } = chart.asked;
  await expect
    .poll(async () => {
      await chart.drag(0.7);
      return chart.asked.length;
    })
    .toBeGreaterThan(length);
}

/** Ticks in all bars of the table. */
async function ticksIn(chart: Chart): Promise<number> {
  const rows = await chart.table();
  return rows.reduce((sum, row) => sum + Number(row[5]?.replace(',', '')), 0);
}

function prepared(chart: { asking: (route: Route) => Promise<unknown> }): {
  context: typeof DESKTOP;
  prepare: (page: Dashboard['page']) => Promise<unknown>;
} {
  return { context: DESKTOP, prepare: (page) => page.route('**/api/candles*', chart.asking) };
}

test('long bars have their past at once, each complete, and go on with live ticks', async ({
  stack,
  open,
}) => {
  // 30 an hour: 100 hours.
  await stack.topic.insertMany(pastTicks({ count: MANY, every: 120 }));
  const dashboard = await open({ context: DESKTOP });
  const chart = new Chart(dashboard);
  await chart.drawn();
  await chart.interval('1h');
  await chart.tool('Show as table').click();
  // A hundred rows at most; the oldest hour or two may be outside of them.
  await expect.poll(() => chart.rows.count()).toBe(100);
  const rows = await chart.table();
  expect(new Set(rows.slice(1, -1).map((row) => row[5]))).toEqual(new Set(['30']));
  const newest = Number(rows[0]![5]);
  const before = await chart.times();
  for (let n = 0; n < 3; n++) await stack.topic.insert({ price: 60 });
  await expect
    .poll(async () => {
      const [first, second] = await chart.table();
      const [time] = await chart.times();
      // Unless the hour has just gone by.
      return time === before[0] ? Number(first![5]) : Number(first![5]) + Number(second![5]);
    })
    .toBe((await chart.times())[0] === before[0] ? newest + 3 : 30 + 3);
  await expect(chart.rows.first()).toContainText('60.00');
});

test('the bar in which the page was opened is neither doubled nor cut', async ({ stack, open }) => {
  const minute = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  // More in one hour than a snapshot holds.
  await stack.topic.insertMany(
    Array.from({ length: MANY }, (_, n) => ({ time: new Date(minute), ticker: 'PIP', price: n + 1 })),
  );
  const dashboard = await open({ context: DESKTOP });
  const chart = new Chart(dashboard);
  await chart.drawn();
  await chart.interval('1h');
  for (let n = 1; n <= 5; n++) await stack.topic.insert({ time: new Date(minute), price: MANY + n });
  await expect(dashboard.price).toHaveText('3,005.00');
  await chart.tool('Show as table').click();
  await expect
    .poll(async () => (await chart.table())[0]?.slice(1, 6))
    .toEqual(['1.00', '3,005.00', '1.00', '3,005.00', '3,005']);
});

test('older prices come as one scrolls back, one question at a time, and nothing moves by them', async ({
  stack,
  open,
}) => {
  await stack.topic.insertMany(pastTicks({ count: MANY, every: 1 }));
  let underWay = 0;
  let most = 0;
  const dashboard = await open(
    prepared({
      asking: async (route) => {
        most = Math.max(most, ++underWay);
        const answer = await route.fetch();
        underWay--;
        await route.fulfill({ response: answer });
      },
    }),
  );
  const chart = new Chart(dashboard);
  await chart.drawn();
  // A screen is full already.
  expect(chart.asked).toEqual([]);
  await chart.zoomOut();
  await goBack(chart);
  await expect(chart.note).toHaveCount(0);
  const looked = await chart.pointAt(0.6);
  await goBack(chart);
  expect(looked).toBeGreaterThan(0);
  await expect(chart.goLive).toBeVisible();
  await goBack(chart);
  expect(most).toBe(1);
  // From where the one before ended.
  const to = chart.asked.map((asked) => asked.to);
  expect(to[0]).toBe(null);
  expect(to.slice(1)).toEqual(to.slice(1).toSorted((a, b) => Number(b) - Number(a)));
  // Bars follow each other by a second each, without one left out or twice.
  await chart.figure.focus();
  await dashboard.page.mouse.move(2, 2);
  await dashboard.page.keyboard.press('ArrowLeft');
  await dashboard.page.keyboard.press('Home');
  // The tooltip comes a little after the key.
  await dashboard.paint();
  const first = Number(await chart.tooltip.getAttribute('data-time'));
  await dashboard.page.keyboard.press('PageDown');
  await expect(chart.tooltip).toHaveAttribute('data-time', String(first + 10));
});

test('what one looks at does not move when older prices come before it', async ({ stack, open }) => {
  await stack.topic.insertMany(pastTicks({ count: MANY, every: 1 }));
  let answer: () => void = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  const dashboard = await open(prepared({ asking: (route) => held.then(() => route.continue()) }));
  const chart = new Chart(dashboard);
  await chart.drawn();
  await chart.zoomOut();
  await goBack(chart);
  await chart.drag(0.7);
  await expect(chart.note).toHaveText('Loading older prices…');
  // Where there are bars, however far it was dragged.
  const looked = await chart.pointAt(0.85);
  expect(looked).toBeGreaterThan(0);
  const came = dashboard.page.waitForResponse('**/api/candles*');
  answer();
  await came;
  await expect(chart.note).toHaveCount(0);
  expect(await chart.pointAt(0.85)).toBe(looked);
});

test('where the topic begins it says so', async ({ stack, open }) => {
  await stack.topic.insertMany(pastTicks({ count: 20, every: 1 }));
  const dashboard = await open({ context: DESKTOP });
  const chart = new Chart(dashboard);
  await chart.drawn();
  await expect(chart.note).toHaveText('The topic begins here');
  // Asked once, and not again and again.
  await stack.topic.insert({ price: 44 });
  await dashboard.getsAll(21);
  await dashboard.paint();
  expect(chart.asked.filter(({ to }) => to === null)).toHaveLength(1);
});

test('a server that can not answer is told in words, aloud too, and asked again when one says so', async ({
  stack,
  open,
}) => {
  await stack.topic.insertMany(pastTicks({ count: 40, every: 60 }));
  const message = 'the backlog is being filled: try again';
  let broken = true;
  const dashboard = await open(
    prepared({
      asking: (route) => (broken ? route.fulfill({ status: 503, json: { message } }) : route.continue()),
    }),
  );
  const chart = new Chart(dashboard);
  await chart.drawn();
  await expect(chart.note).toContainText(`Older prices could not be loaded: the server says “${message}”.`);
  await expect(chart.said).toContainText(message);
  expect(chart.asked).toHaveLength(1);
  broken = false;
  await chart.note.getByRole('button', { name: 'Try again' }).click();
  await expect(chart.note).toHaveText('The topic begins here');
});

test('a question that nobody waits for any more is ended', async ({ stack, open }) => {
  await stack.topic.insertMany(pastTicks({ count: 40, every: 60 }));
  let first = true;
  const dashboard = await open(
    prepared({
      // The first is never answered.
      asking: async (route) => {
        if (!first) return route.continue();
        first = false;
      },
    }),
  );
  const chart = new Chart(dashboard);
  await chart.drawn();
  await expect(chart.note).toHaveText('Loading older prices…');
  const ended = dashboard.page.waitForEvent('requestfailed', (request) =>
    request.url().includes('interval=1s'),
  );
  await chart.interval('1m');
  expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
  await expect(chart.note).toHaveText('The topic begins here');
});

test.describe('a server that asks for a token', () => {
  test.use({ serverEnv: { AUTH_SECRET: SECRET } });

  test('gives older prices to the cookie', async ({ stack, open }) => {
    await stack.topic.insertMany(pastTicks({ count: MANY, every: 60 }));
    const dashboard = await open({ context: DESKTOP });
    await dashboard.becomes('unauthorised');
    const chart = new Chart(dashboard);
    await dashboard.signIn(await makeToken());
    await chart.drawn();
    await chart.interval('1h');
    await chart.tool('Show as table').click();
    await expect.poll(() => ticksIn(chart)).toBe(MANY);
    await expect(chart.note).toHaveText('The topic begins here');
  });
});
