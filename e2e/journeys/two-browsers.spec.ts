import { expect, test } from '../journey.ts';

test('two browsers see the same ticks in the same order', async ({ stack, open }) => {
  stack.publish('--tickers PIP,ACME --rate 40 --seed 1');
  const early = await open();
  await early.becomes('live');
  await early.getsMore(20);
  const late = await open();
  await late.becomes('live');
  await late.getsMore(40);
  await stack.stopPublishing();

  const ids = await stack.topic.ids();
  await early.gets(ids);
  await late.gets(ids);
  const rows = (await early.rows.all()).map((row) => row.getAttribute('data-id'));
  await expect
    .poll(async () => Promise.all((await late.rows.all()).map((row) => row.getAttribute('data-id'))))
    .toEqual(await Promise.all(rows));
});
