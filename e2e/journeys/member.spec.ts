import { expect, test } from '../journey.ts';

test('the stream goes on when the tailed secondary is killed', async ({ stack, open }) => {
  stack.publish('--rate 20 --seed 6');
  const dashboard = await open();
  await dashboard.becomes('live');
  await dashboard.getsMore(20);
  const { tail } = await stack.status();
  expect(tail.memberState).toBe('SECONDARY');
  const since = await dashboard.now();

  await stack.set.members.find(({ address }) => address === tail.member)?.kill();
  await expect.poll(async () => (await stack.status()).tail.member).not.toBe(tail.member);
  await dashboard.getsMore(60);
  await stack.stopPublishing();

  await dashboard.gets(await stack.topic.ids());
  const states = (await dashboard.states(since)).map(({ status }) => status);
  expect(states).not.toContain('reconnecting');
  await expect(dashboard.gapNote).toBeHidden();
});

test('says why nothing comes while two of three members are down, and goes on by itself', async ({
  stack,
  open,
}, info) => {
  info.setTimeout(120_000);
  stack.publish('--rate 20 --seed 7');
  const dashboard = await open();
  await dashboard.becomes('live');
  await dashboard.getsMore(20);
  const opened = await dashboard.now();
  const { tail } = await stack.status();
  const primary = await stack.set.primary();
  const victims = stack.set.members.filter((one) => one === primary || one.address === tail.member);
  expect(victims).toHaveLength(2);

  await Promise.all(victims.map((member) => member.kill()));
  const words = /^Stale: the database’s primary is away, no price for .* s\. It will go on by itself$/;
  await expect(dashboard.state).toHaveText(words);
  const said = await dashboard.now();
  // The member is given up a moment after the set has no primary.
  await expect.poll(async () => (await stack.status()).tail.why).toContain('no primary can be reached');
  await expect(dashboard.state).toContainText(/no price for 1\d s/);
  await expect(dashboard.state).toHaveText(words);
  const back = await dashboard.now();
  // It has said nothing else meanwhile, least of all that it is live.
  expect(await dashboard.states(said)).toEqual([]);
  await dashboard.page.screenshot({ path: info.outputPath('two-down.png') });

  for (const member of victims) await member.start();
  await dashboard.becomes('live', 60_000);
  await dashboard.getsMore(20);
  await stack.stopPublishing();
  await dashboard.gets(await stack.topic.ids());
  await expect(dashboard.gapNote).toBeHidden();
  expect((await dashboard.states(back)).at(-1)).toHaveProperty('status', 'live');
  expect((await dashboard.states(opened)).map(({ status }) => status)).not.toContain('reconnecting');
});
