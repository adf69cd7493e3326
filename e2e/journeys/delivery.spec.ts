import { AlertPanel } from '../alert-panel.ts';
import { expect, test } from '../journey.ts';
import { Receiver, signatureOf } from '../receiver.ts';

// Receivers are on this machine, which is nothing that a webhook may reach unless somebody says so.
test.use({ serverEnv: { WEBHOOK_NETWORKS: '127.0.0.1/32' } });

test('a webhook is signed with the secret that was shown once', async ({ stack, open }) => {
  await using receiver = await Receiver.start();
  await stack.topic.insert({ price: 44 });
  const dashboard = await open({ context: { permissions: ['clipboard-read', 'clipboard-write'] } });
  const { page } = dashboard;
  const panel = new AlertPanel(dashboard);
  await panel.set({ price: 45, webhook: receiver.url });
  const secret = await page.getByTestId('secret').inputValue();
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByTestId('secret')).toHaveCount(0);
  await expect(page.getByTestId('alerts-panel')).toBeFocused();
  expect(await page.content()).not.toContain(secret);

  const tick = await stack.topic.insert({ price: 46 });
  await panel.delivery('Delivered');
  expect(receiver.received).toHaveLength(1);
  const [delivery] = receiver.received;
  expect(delivery!.signature.split(' ')).toContain(signatureOf(delivery!, secret));
  expect(delivery!.idempotencyKey).toBe(delivery!.key);
  expect(JSON.parse(delivery!.body)).toMatchObject({ ticker: 'PIP', tick: { id: tick, price: 46 } });
});

test('a receiver that fails twice gets it the third time, under one key', async ({ stack, open }) => {
  await using receiver = await Receiver.start();
  receiver.statuses.push(500, 500);
  await stack.topic.insert({ price: 44 });
  const dashboard = await open();
  const panel = new AlertPanel(dashboard);
  await panel.set({ price: 45, webhook: receiver.url });
  await stack.topic.insert({ price: 46 });
  // It is told at once in the page: that does not wait for the receiver.
  await expect(panel.toasts).toHaveCount(1);
  await panel.delivery('Delivered', 20_000);
  expect([receiver.received.length, receiver.keys.length]).toEqual([3, 1]);
  expect(await stack.topic.alerts()).toHaveLength(1);
});

test('a server that is killed in mid-delivery leaves it to another, under the same key', async ({
  stack,
  open,
}) => {
  await using receiver = await Receiver.start();
  receiver.status = null;
  await stack.topic.insert({ price: 44 });
  const dashboard = await open();
  await new AlertPanel(dashboard).set({ price: 45, webhook: receiver.url });
  await stack.topic.insert({ price: 46 });
  await receiver.gets(1);

  const other = await stack.another();
  const elsewhere = await open({ url: other.url });
  const panel = new AlertPanel(elsewhere);
  await panel.show('Alerts');
  await panel.delivery('Delivering…');
  receiver.status = 200;
  await stack.stopServer('SIGKILL');
  // Once the lease of the dead one is over: 10 s at most.
  await panel.delivery('Delivered', 30_000);
  expect([receiver.received.length, receiver.keys.length]).toEqual([2, 1]);
  expect(await stack.topic.alerts()).toHaveLength(1);
});

test('a dead letter is shown with its error, and delivered from the page once the receiver is mended', async ({
  stack,
  open,
}) => {
  await using receiver = await Receiver.start();
  // Gone: another attempt would be no use, so that none is made.
  receiver.status = 410;
  await stack.topic.insert({ price: 44 });
  const dashboard = await open();
  const { page } = dashboard;
  const panel = new AlertPanel(dashboard);
  await panel.set({ price: 45, webhook: receiver.url });
  await stack.topic.insert({ price: 46 });
  await panel.delivery(/^Not delivered: gave up after one attempt: .*410/);
  await panel.show('Queue');
  const dead = page.locator('[data-key=dead] dd');
  await expect(dead).toHaveText('1');

  receiver.status = 200;
  await panel.show('Alerts');
  await panel.button('Retry').focus();
  await page.keyboard.press('Enter');
  await expect(panel.said).toHaveText('Being delivered again: PIP rises through 45.00.');
  await panel.delivery('Delivered');
  await expect(panel.button('Retry')).toHaveCount(0);
  // The button has gone, and the focus is with what came of it.
  await expect(panel.rules).toBeFocused();
  expect([receiver.received.length, receiver.keys.length]).toEqual([2, 1]);
  await panel.show('Queue');
  await expect(dead).toHaveText('0');
  await expect(page.locator('[data-key=finishedPerMinute] dd')).toHaveText('1');
});
