import { defineConfig } from '@playwright/test';
import { browserOptions } from './browser.ts';

export default defineConfig({
  testDir: 'journeys',
  // Each worker has a replica set, a browser and ports of its own; journeys mostly wait, so two cost little more than one.
  // And a journey that passes only when tried again has found a bug.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  globalTimeout: 8 * 60_000,
  // For what has no limit of its own to prove: a machine under load is slow, not wrong.
  expect: { timeout: 15_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : 'list',
  use: { ...(await browserOptions()), screenshot: 'only-on-failure' },
});
