import { expect, test } from '../journey.ts';
import { Line } from '../line.ts';
import { TableWatch } from '../table-watch.ts';

/** Rows that the table shows at most. */
const ROWS = 50;

test('whatever a table shows while its line breaks again and again, no row is left out and none is doubled', async ({
  stack,
  open,
}) => {
  const line = new Line();
  const dashboard = await open({ prepare: (page) => line.lay(page) });
  await dashboard.becomes('waiting');
  // Slow enough that rows of before a break are still there after it.
  stack.publish('--rate 20 --seed 11');
  await dashboard.becomes('live');
  await dashboard.getsMore(20);
  const watch = await TableWatch.begin(dashboard);
  for (let breaks = 1; breaks <= 3; breaks++) {
    await line.close();
    await expect.poll(() => line.sockets).toBeGreaterThan(breaks);
    await dashboard.becomes('live');
    await dashboard.getsMore(20);
  }
  await stack.stopPublishing();

  const ids = await stack.topic.ids();
  await dashboard.gets(ids);
  await expect.poll(() => dashboard.shown()).toEqual(ids.slice(-ROWS).toReversed());
  expect((await watch.states()).length).toBeGreaterThan(3);
  expect(await watch.broken(ids)).toEqual([]);
  await expect(dashboard.gapNote).toBeHidden();
});

test('a table goes on after a server that was killed, with the rows of the time without one', async ({
  stack,
  open,
}) => {
  const ticks = (count: number, from: number) =>
    Array.from({ length: count }, (_, n) => ({ time: new Date(), ticker: 'PIP', price: from + n }));
  await stack.topic.insertMany(ticks(20, 100));
  const dashboard = await open();
  await expect(dashboard.rows).toHaveCount(20);
  const watch = await TableWatch.begin(dashboard);

  await stack.stopServer('SIGKILL');
  await dashboard.becomes('reconnecting');
  await stack.topic.insertMany(ticks(15, 120));
  await stack.startServer();
  await dashboard.getsAll(35);
  await stack.topic.insertMany(ticks(10, 135));

  const ids = await stack.topic.ids();
  expect(ids).toHaveLength(45);
  await dashboard.gets(ids);
  // What was there before stands below what came after, by the database's own order.
  await expect.poll(() => dashboard.shown()).toEqual(ids.toReversed());
  expect(await watch.broken(ids)).toEqual([]);
  await expect(dashboard.gapNote).toBeHidden();
});
