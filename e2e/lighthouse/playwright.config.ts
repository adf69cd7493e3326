import { defineConfig } from '@playwright/test';
import { browserOptions } from '../browser.ts';

// `npm run lighthouse -w e2e`: scores of the page on the real stack. Not among the journeys: it fetches Lighthouse by
// npx, and scores of speed mean something only where nothing else runs.
export default defineConfig({
  testDir: '.',
  workers: 1,
  timeout: 1_800_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: await browserOptions(),
});
