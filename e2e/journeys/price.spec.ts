import { expect, test } from '../journey.ts';
import { Watchlist } from '../watchlist.ts';

test('the price in the page is the document that was inserted', async ({ stack, open }) => {
  const dashboard = await open();
  const id = await stack.topic.insert({ ticker: 'PIP', price: 73.25 });

  await expect(dashboard.price).toHaveText('73.25');
  await new Watchlist(dashboard).shows('PIP');
  await expect(dashboard.rows).toHaveCount(1);
  await expect(dashboard.rows).toHaveAttribute('data-id', id);
});

test('a price is shown to four decimals and kept exactly', async ({ stack, open }) => {
  const price = 44.517238913482;
  await stack.topic.insert({ price });
  const dashboard = await open();

  await expect(dashboard.price).toHaveText('44.5172');
  await expect(dashboard.price).toHaveAttribute('data-price', String(price));
});

test("the article's publisher, whose prices are numeric strings, is understood", async ({ stack, open }) => {
  const dashboard = await open();
  const id = await stack.topic.insert({ price: '44.51' });

  await expect(dashboard.price).toHaveText('44.51');
  await expect(dashboard.rows).toHaveAttribute('data-id', id);
});

test('a rise and a fall show their direction', async ({ stack, open }) => {
  const dashboard = await open();
  const quote = dashboard.page.locator('p', { has: dashboard.price });
  await stack.topic.insert({ price: 40 });
  await expect(dashboard.price).toHaveText('40.00');
  await stack.topic.insert({ price: 41.5 });
  await expect(quote).toHaveText(/41\.50.*▲.*up/);
  await stack.topic.insert({ price: 39 });
  await expect(quote).toHaveText(/39\.00.*▼.*down/);
});

test('a ticker that is chosen is shown at once, in the price and in the table', async ({ stack, open }) => {
  await stack.topic.insert({ ticker: 'PIP', price: 1 });
  const id = await stack.topic.insert({ ticker: 'ACME', price: 2 });
  const dashboard = await open();
  await expect(dashboard.price).toHaveText('1.00');
  await expect(dashboard.rows).toHaveCount(1);
  // Read in one go, two frames after the choice: prices of one ticker under the name of another are a lie, however short.
  const [price, ...rows] = await new Watchlist(dashboard).row('ACME').evaluate(async (row: HTMLElement) => {
    row.click();
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    return [...document.querySelectorAll<HTMLElement>('[data-testid=price], tbody tr')].map(
      (element) => element.dataset['id'],
    );
  });
  expect({ price, rows }).toEqual({ price: id, rows: [id] });
});
