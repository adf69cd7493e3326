import type { Dashboard } from '../dashboard.ts';
import { Header } from '../header.ts';
import { expect, test } from '../journey.ts';
import { Watchlist } from '../watchlist.ts';

/** What is painted of the chart. */
async function picture(dashboard: Dashboard): Promise<string[]> {
  await dashboard.paint();
  return dashboard.chart
    .locator('canvas')
    .evaluateAll((canvases: HTMLCanvasElement[]) => canvases.map((canvas) => canvas.toDataURL()));
}

const pause = ({ page }: Dashboard) => page.getByRole('button', { name: 'Pause', exact: true });
const resume = ({ page }: Dashboard) => page.getByRole('button', { name: 'Resume', exact: true });
const held = ({ page }: Dashboard) => page.getByTestId('held');

test('holds header, watchlist, table and chart, and counts what comes meanwhile', async ({ stack, open }) => {
  const dashboard = await open();
  const header = new Header(dashboard);
  const watchlist = new Watchlist(dashboard);
  await dashboard.becomes('waiting');
  await stack.topic.insert({ price: 40 });
  await stack.topic.insert({ ticker: 'ACME', price: 5 });
  await watchlist.lists('ACME', 'PIP');
  await expect(dashboard.rows).toHaveCount(1);
  await pause(dashboard).click();
  await expect(resume(dashboard)).toBeFocused();
  await expect(dashboard.page.getByTestId('pause')).toHaveText(
    /^ResumePaused \d\d:\d\d:\d\d – 0 ticks held$/,
  );
  const painted = await picture(dashboard);

  await stack.topic.insert({ price: 60, time: new Date(Date.now() + 5000) });
  await stack.topic.insert({ ticker: 'ACME', price: 6 });
  await stack.topic.insert({ ticker: 'NEW', price: 7 });
  await expect(held(dashboard)).toHaveText(' – 3 ticks held');
  await expect(dashboard.price).toHaveText('40.00');
  await expect(header.root).toHaveAttribute('data-current', 'false');
  await expect(header.high).toHaveText('40.00');
  await expect(dashboard.rows).toHaveCount(1);
  await expect(watchlist.row('ACME')).toContainText('5.00');
  expect(await watchlist.tickers()).toEqual(['ACME', 'PIP']);
  expect(await picture(dashboard)).toEqual(painted);

  await resume(dashboard).click();
  await expect(dashboard.price).toHaveText('60.00');
  await expect(header.high).toHaveText('60.00');
  await expect(dashboard.rows).toHaveCount(2);
  await expect(watchlist.row('ACME')).toContainText('6.00');
  await expect(watchlist.row('NEW')).toBeVisible();
  await expect(held(dashboard)).toHaveCount(0);
  await expect.poll(() => picture(dashboard)).not.toEqual(painted);
});

test('the state goes on to be the real one while the view is held, in the title too', async ({
  stack,
  open,
}) => {
  const dashboard = await open();
  await dashboard.becomes('waiting');
  await stack.topic.insert({ price: 40 });
  await dashboard.becomes('live');
  await pause(dashboard).click();
  await expect(dashboard.page).toHaveTitle('⏸ 40.00 PIP · Ticker');
  await stack.topic.insert({ price: 41 });
  await expect(dashboard.state).toHaveText('Live');
  await stack.stopServer();
  await dashboard.becomes('reconnecting');
  await expect(dashboard.page).toHaveTitle('⚠ ⏸ 40.00 PIP · Ticker');
  await stack.startServer();
  await stack.topic.insert({ price: 42 });
  await dashboard.becomes('live');
  await expect(dashboard.page).toHaveTitle('⏸ 40.00 PIP · Ticker');
});

test('who resumes misses nothing: the table has the last ticks, in their order', async ({ stack, open }) => {
  const dashboard = await open();
  await dashboard.becomes('waiting');
  stack.publish('--rate 200 --seed 15');
  await dashboard.becomes('live');
  await pause(dashboard).click();
  await dashboard.getsMore(1000);
  await expect.poll(async () => Number(await held(dashboard).getAttribute('data-held'))).toBeGreaterThan(900);
  await resume(dashboard).click();
  await dashboard.getsMore(50);
  await stack.stopPublishing();
  const ids = await stack.topic.ids();
  await expect.poll(() => dashboard.shown()).toEqual(ids.slice(-50).toReversed());
  await dashboard.gets(ids);
});
