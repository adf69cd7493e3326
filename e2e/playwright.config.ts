import { defineConfig } from '@playwright/test';
import { browserOptions } from './browser.ts';

const browser = await browserOptions();

export default defineConfig({
  // Each worker has a replica set, a browser and ports of its own; journeys mostly wait, so two cost little more than one.
  workers: 2,
  // One that passes only when tried again has found a bug, of ours or its own: `npm test` names it at its end.
  retries: 2,
  forbidOnly: true,
  timeout: 60_000,
  globalTimeout: 40 * 60_000,
  // For what has no limit of its own to prove: a machine under load is slow, not wrong.
  expect: { timeout: 15_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : 'list',
  use: { ...browser, screenshot: 'only-on-failure' },
  projects: [
    { name: 'journeys', testDir: 'journeys' },
    {
      name: 'visual',
      testDir: 'visual',
      retries: 0,
      snapshotPathTemplate: 'snapshots/{arg}{ext}',
      use: {
        launchOptions: {
          ...browser.launchOptions,
          // Without it a repaint draws parts of tiles only, and their edges differ from one time to the next.
          args: [...(browser.launchOptions?.args ?? []), '--disable-partial-raster'],
        },
      },
    },
  ],
});
