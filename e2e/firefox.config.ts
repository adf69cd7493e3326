import { defineConfig } from '@playwright/test';
import { firefoxOptions } from './browser.ts';

// The same journeys in Firefox, a stock one, by WebDriver BiDi: `npm run firefox -w e2e`. What can't be had there:
// firefox-limits.ts.
export default defineConfig({
  testDir: 'journeys',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : 'list',
  use: { ...firefoxOptions(), screenshot: 'only-on-failure' },
});
