import type { WebSocket } from '@playwright/test';
import { expect, test } from '../journey.ts';
import { Watchlist } from '../watchlist.ts';

test('a publisher that stops makes the page stale while heartbeats go on', async ({ stack, open }) => {
  const sockets: WebSocket[] = [];
  let heartbeats = 0;
  stack.publish('--rate 5 --seed 5');
  const dashboard = await open({
    prepare: async (page) => {
      page.on('websocket', (socket) => {
        sockets.push(socket);
        socket.on('framereceived', ({ payload }) => {
          if (String(payload).includes('"heartbeat"')) heartbeats++;
        });
      });
    },
  });
  await dashboard.becomes('live');
  await stack.stopPublishing();
  await dashboard.becomes('stale');
  await expect(dashboard.state).toHaveText(/^Stale: no price for \d+ s/);

  const before = heartbeats;
  await expect.poll(() => heartbeats).toBeGreaterThan(before + 1);
  await expect(dashboard.state).toHaveAttribute('data-state', 'stale');
  expect(sockets.map((socket) => socket.isClosed())).toEqual([false]);
});

test('a stale page is live again with the next price', async ({ stack, open }) => {
  const dashboard = await open();
  await dashboard.becomes('waiting');
  await stack.topic.insert({ price: 10 });
  await dashboard.becomes('stale');
  await stack.topic.insert({ price: 11 });
  await dashboard.becomes('live');
  await expect(dashboard.price).toHaveText('11.00');
});

test('real prices appear with their tickers', async ({ stack, open }) => {
  const dashboard = await open();
  const publisher = stack.publish('--replay stocks.csv --rate 200');
  expect(await publisher.exit()).toBe(0);

  const watchlist = new Watchlist(dashboard);
  await watchlist.lists('AAPL', 'AMZN', 'GOOG', 'IBM', 'MSFT');
  await watchlist.choose('AAPL');
  // The last line of the file: AAPL,Mar 1 2010,223.02
  await expect(dashboard.price).toHaveText('223.02');
  await expect(dashboard.chart).toHaveAccessibleName(/AAPL/);
  await dashboard.gets(await stack.topic.ids());
});
