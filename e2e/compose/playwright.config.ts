import { defineConfig } from '@playwright/test';
import { browserOptions } from '../browser.ts';
import { freePort } from '../port.ts';

// `npm run test:compose`: docker-compose.yml as it stands, in real containers. The tests share one stack, in the order
// of their files' names: to start one for each would take half a minute each time.

// Each worker reads this again.
process.env['HTTP_PORT'] ??= String(await freePort());
process.env['PROMETHEUS_PORT'] ??= String(await freePort());
process.env['PUBLISH'] ??= '--tickers PIP --rate 20';

export default defineConfig({
  testDir: '.',
  globalSetup: './up.ts',
  workers: 1,
  retries: 2,
  forbidOnly: true,
  timeout: 300_000,
  globalTimeout: 20 * 60_000,
  expect: { timeout: 30_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : 'list',
  use: { ...(await browserOptions()), screenshot: 'only-on-failure' },
});
