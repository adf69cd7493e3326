import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../journey.ts';

// The page of docs/feed.md, as it is printed there, at the server's own origin. The programs of that document, for Node
// and curl: setup/test/feed-examples.mongo.test.ts.

function read(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../..${path}`, import.meta.url)), 'utf8');
}

test('the page of docs/feed.md shows the past, and ticks as they come', async ({
  stack,
  page,
  browserName,
}) => {
  // Chromium does not know from where we have a page that Playwright puts in, and asks before it may come to this machine.
  if (browserName === 'chromium') await page.context().grantPermissions(['local-network-access']);
  const [, body = ''] = /^```html\n(.*?)^```$/ms.exec(read('/docs/feed.md')) ?? [];
  await page.route('**/ticks.html', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.route('**/node_modules/@ticker/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: read(new URL(route.request().url()).pathname) }),
  );
  await stack.topic.insert({ price: 1 });
  await page.goto(`${stack.url}/ticks.html`);
  await expect(page.locator('pre')).toHaveText('PIP 1');
  await stack.topic.insert({ price: 2 });
  await expect(page.locator('pre')).toHaveText('PIP 1 PIP 2');
  await expect(page).toHaveTitle('live');
});
