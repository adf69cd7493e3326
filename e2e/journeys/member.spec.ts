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
