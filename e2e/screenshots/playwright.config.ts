import { defineConfig } from '@playwright/test';
import { browserOptions } from '../browser.ts';

// `npm run screenshots -w e2e`: pictures for the README, made from the real page. No journeys: nothing is asserted.
export default defineConfig({
  testDir: '.',
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: await browserOptions(),
});
