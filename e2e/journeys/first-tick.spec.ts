import { expect, test } from '../journey.ts';
import { Watchlist } from '../watchlist.ts';

test('an empty topic is waited at, and its first tick makes the page live', async ({ stack, open }) => {
  const dashboard = await open();
  await dashboard.becomes('waiting');
  await expect(dashboard.state).toHaveText('Waiting for the first price');
  const watchlist = new Watchlist(dashboard);
  await expect(watchlist.root).toContainText('Tickers appear with their first price.');

  await stack.topic.insert({ price: 12.34 });
  await dashboard.becomes('live');
  await expect(dashboard.price).toHaveText('12.34');
  await watchlist.shows('PIP');
});

test('a topic of the past is shown, and the next tick is waited for', async ({ stack, open }) => {
  await stack.topic.insert({ price: 12.34 });
  const dashboard = await open();
  await dashboard.becomes('waiting');
  await expect(dashboard.state).toHaveText('Waiting for the next price');
  await expect(dashboard.price).toHaveText('12.34');
});
