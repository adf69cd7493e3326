import { expect, test } from '../journey.ts';
import { Shell } from '../shell.ts';
import { Watchlist } from '../watchlist.ts';

const dark = { colorScheme: 'dark' } as const;

test('a link opens the same view in somebody else’s browser', async ({ stack, open }) => {
  await stack.topic.insert({ ticker: 'PIP', price: 1 });
  await stack.topic.insert({ ticker: 'ACME', price: 2 });
  const dashboard = await open();
  const shell = new Shell(dashboard);
  const { page } = dashboard;
  await expect(dashboard.price).toHaveText('1.00');
  await page.getByText('5s', { exact: true }).click();
  await page.getByText('Candles', { exact: true }).click();
  await page.getByText('Alerts', { exact: true }).click();
  await shell.choose('Light');
  await shell.choose('Compact');
  await shell.check('Data saver');
  await page.keyboard.press('t');
  await shell.address(
    'ticker=PIP&interval=5s&kind=candles&side=alerts&theme=light&density=compact&saver=1&table=1',
  );

  const link = page.url().replace('ticker=PIP', 'ticker=ACME');
  const other = await open({ url: link, context: dark });
  await expect(other.price).toHaveText('2.00');
  await expect(other.page.getByRole('radio', { name: /^5s\b/ })).toBeChecked();
  await expect(other.page.getByRole('radio', { name: 'Candles' })).toBeChecked();
  await expect(other.page.getByRole('radio', { name: 'Alerts' })).toBeChecked();
  await new Shell(other).looks('light', 'compact');
  await new Shell(other).toggle('menu');
  await expect(other.page.getByRole('checkbox', { name: 'Data saver' })).toBeChecked();
  expect(other.page.url()).toBe(link);
});

test('a ticker of the address that was not published yet is waited for, in words, and shown when it comes', async ({
  stack,
  open,
}) => {
  await stack.topic.insert({ ticker: 'PIP', price: 1 });
  const dashboard = await open({ url: `${stack.url}/?ticker=LATER` });
  const { page } = dashboard;
  await expect(dashboard.price).toHaveText('1.00');
  await expect(page.getByTestId('wanted')).toHaveText('Waiting for LATER, which has not been published yet.');
  await stack.topic.insert({ ticker: 'LATER', price: 7 });
  await expect(dashboard.price).toHaveText('7.00');
  await expect(page.getByTestId('wanted')).toHaveCount(0);
  await new Shell(dashboard).address('ticker=LATER');
});

test('whoever chooses another ticker meanwhile is not torn away from it', async ({ stack, open }) => {
  await stack.topic.insert({ ticker: 'ACME', price: 1 });
  await stack.topic.insert({ ticker: 'PIP', price: 2 });
  const dashboard = await open({ url: `${stack.url}/?ticker=LATER` });
  await expect(dashboard.price).toHaveText('1.00');
  await new Watchlist(dashboard).choose('PIP');
  await stack.topic.insert({ ticker: 'LATER', price: 7 });
  await dashboard.getsAll(3);
  await dashboard.paint();
  await expect(dashboard.price).toHaveText('2.00');
  await new Shell(dashboard).address('ticker=PIP');
});

test('nonsense in the address is left aside', async ({ stack, open }) => {
  await stack.topic.insert({ price: 1 });
  const dashboard = await open({
    url: `${stack.url}/?ticker=<b>&interval=7y&kind=pie&theme=pink&density=&side=__proto__&saver=yes&from=mail`,
    context: { colorScheme: 'light' },
  });
  await expect(dashboard.price).toHaveText('1.00');
  await new Shell(dashboard).looks('light', 'comfortable');
  await expect(dashboard.page.getByRole('radio', { name: /^1s\b/ })).toBeChecked();
  await new Shell(dashboard).address('ticker=PIP&from=mail');
});

test('what is personal is there at the next visit, without a link', async ({ open, stack }) => {
  const dashboard = await open({ context: { colorScheme: 'light' } });
  await new Shell(dashboard).choose('Dark');
  await new Shell(dashboard).choose('Compact');
  await dashboard.page.goto(stack.url);
  await new Shell(dashboard).looks('dark', 'compact');
  await new Shell(dashboard).address('theme=dark&density=compact');
});

test('“back” leaves the page, however much was changed, and “forward” brings the same view', async ({
  stack,
  open,
}) => {
  await stack.topic.insert({ price: 1 });
  const dashboard = await open({ url: 'about:blank' });
  const { page } = dashboard;
  await page.goto(stack.url);
  await expect(dashboard.price).toHaveText('1.00');
  for (const key of ['2', 'c', 'd', '3', 'd']) await page.keyboard.press(key);
  await new Shell(dashboard).address('ticker=PIP&interval=15s&kind=candles');
  await page.goBack();
  expect(page.url()).toBe('about:blank');
  await page.goForward();
  await expect(dashboard.price).toHaveText('1.00');
  await expect(page.getByRole('radio', { name: /^15s\b/ })).toBeChecked();
});

test('an address that is changed by hand, as by “back” within the page, is followed', async ({
  stack,
  open,
}) => {
  await stack.topic.insert({ price: 1 });
  const dashboard = await open();
  const { page } = dashboard;
  await expect(dashboard.price).toHaveText('1.00');
  await page.evaluate(() => history.pushState(null, '', '?ticker=PIP&interval=1m'));
  await page.goBack();
  await page.goForward();
  await expect(page.getByRole('radio', { name: /^1m\b/ })).toBeChecked();
});

test('the theme is there before the page’s own script', async ({ stack, open }) => {
  const dashboard = await open({
    url: `${stack.url}/?theme=dark&density=compact`,
    context: { colorScheme: 'light' },
    prepare: (page) => page.route('**/assets/*.js', (route) => route.abort()),
  });
  await new Shell(dashboard).looks('dark', 'compact');
  await expect(dashboard.page.locator('html')).toHaveCSS('background-color', 'rgb(10, 14, 18)');
  await expect(dashboard.price).toHaveCount(0);
});

test('a browser that keeps nothing, and throws when it is asked to, shows the page all the same', async ({
  stack,
  open,
}) => {
  await stack.topic.insert({ price: 1 });
  const dashboard = await open({
    context: { colorScheme: 'light' },
    prepare: (page) =>
      page.addInitScript(() =>
        Object.defineProperty(window, 'localStorage', {
          get: () => {
            throw new DOMException('denied', 'SecurityError');
          },
        }),
      ),
  });
  await expect(dashboard.price).toHaveText('1.00');
  await new Shell(dashboard).choose('Dark');
  await new Shell(dashboard).looks('dark', 'comfortable');
});

test('“System” follows the system, the chart as well', async ({ stack, open }) => {
  await stack.topic.insert({ price: 1 });
  const dashboard = await open({ context: dark });
  const shell = new Shell(dashboard);
  await shell.looks('dark', 'comfortable');
  await shell.choose('Light');
  await shell.looks('light', 'comfortable');
  await shell.choose('System');
  await shell.looks('dark', 'comfortable');
  await dashboard.page.emulateMedia({ colorScheme: 'light' });
  await shell.looks('light', 'comfortable');
});

test('the data saver says how many ticks it has skipped, also once it is off', async ({ stack, open }) => {
  const dashboard = await open();
  const shell = new Shell(dashboard);
  const note = dashboard.page.getByTestId('saver-note');
  await dashboard.becomes('waiting');
  await shell.check('Data saver');
  await expect(note).toHaveText('Data saver: no tick skipped yet.');
  stack.publish('--tickers PIP --rate 1000 --seed 5');
  await expect(note).toHaveText(/^Data saver: [\d,]+ ticks skipped since this page was opened\./);
  await stack.stopPublishing();
  const published = (await stack.topic.ids()).length;
  // Nothing is missing without a word: what came and what was skipped are all that there was.
  await expect
    .poll(async () => (await dashboard.ids()).length + Number(await note.getAttribute('data-conflated')))
    .toBe(published);
  await shell.check('Data saver', false);
  await expect(dashboard.page.getByRole('contentinfo')).toContainText(/The data saver skipped [\d,]+ ticks/);
});
