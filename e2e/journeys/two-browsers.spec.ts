import { expect, test } from '../journey.ts';

test('two browsers see the same ticks in the same order', async ({ stack, open }) => {
  stack.publish('--tickers PIP,ACME --rate 40 --seed 1');
  const early = await open();
  await early.becomes('live');
  await early.getsMore(20);
  const late = await open();
  await late.becomes('live');
  await late.getsMore(120);
  await stack.stopPublishing();

  const ids = await stack.topic.ids();
  // PIP and ACME take turns, and PIP, which came first, is shown: the last fifty, newest first.
  const table = ids.filter((_, index) => index % 2 === 0).slice(-50);
  for (const dashboard of [early, late]) {
    await dashboard.gets(ids);
    await expect.poll(() => dashboard.shown()).toEqual(table.toReversed());
  }
});
