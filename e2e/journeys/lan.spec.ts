import { expect, test } from '../journey.ts';
import { lanHost } from '../lan.ts';

test.use({ serverEnv: { HOST: '0.0.0.0' } });

test('by plain http from elsewhere in the network the page is whole: a live price, a chart, no complaint', async ({
  stack,
  open,
}) => {
  const url = stack.url.replace('127.0.0.1', lanHost());
  const now = Date.now();
  const past = Array.from({ length: 30 }, (_, n) => ({
    time: new Date(now - (30 - n) * 1000),
    ticker: 'PIP',
    price: 50 + (n % 5),
  }));
  await stack.topic.insertMany(past);

  const dashboard = await open({ url });
  expect(await dashboard.page.evaluate(() => [location.protocol, isSecureContext])).toEqual(['http:', false]);
  await dashboard.becomes('waiting');
  await stack.topic.insert({ price: 51.25 });
  await dashboard.becomes('live');
  await expect(dashboard.price).toHaveText('51.25');
  await expect.poll(() => dashboard.drawn()).toBeGreaterThan(200);
  expect(dashboard.complaints).toEqual([]);
});

test('nothing tells a browser to come by https, where there is none', async ({ stack }) => {
  for (const path of ['/', '/docs', '/api/status']) {
    const { headers } = await fetch(stack.url + path);
    expect(headers.get('strict-transport-security'), path).toBeNull();
    expect(headers.get('content-security-policy'), path).toContain('default-src');
    expect(headers.get('content-security-policy'), path).not.toContain('upgrade-insecure-requests');
  }
});
