import { defineConfig } from '@playwright/test';
import { browserOptions } from '../browser.ts';

// `npm run frames -w e2e`: how smoothly the page is drawn, on the real stack. A measurement, no journey: nothing else is
// to run beside it, and nothing is asserted but that there are ticks.
export default defineConfig({
  testDir: '.',
  workers: 1,
  // Set by the stream's own length.
  timeout: 0,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: await browserOptions(),
});
