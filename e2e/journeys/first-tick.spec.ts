import { expect, test } from '../journey.ts';

test('an empty topic is waited at, and its first tick makes the page live', async ({ stack, open }) => {
  const dashboard = await open();
  await dashboard.becomes('waiting');
  await expect(dashboard.state).toHaveText('Waiting for the first price');
  await expect(dashboard.picker).toBeDisabled();

  await stack.topic.insert({ price: 12.34 });
  await dashboard.becomes('live');
  await expect(dashboard.price).toHaveText('12.34');
  await expect(dashboard.picker).toBeEnabled();
});

test('a topic of the past is shown, and the next tick is waited for', async ({ stack, open }) => {
  await stack.topic.insert({ price: 12.34 });
  const dashboard = await open();
  await dashboard.becomes('waiting');
  await expect(dashboard.state).toHaveText('Waiting for the next price');
  await expect(dashboard.price).toHaveText('12.34');
});
