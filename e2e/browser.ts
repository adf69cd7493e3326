import { fileURLToPath } from 'node:url';
import type { PlaywrightTestConfig } from '@playwright/test';
import { LAN_NAME, LAN_NAME_RULE } from './lan.ts';

/** What the journeys and the screenshots have in common: which browser, how it is started, how it writes numbers. */
export async function browserOptions(): Promise<NonNullable<PlaywrightTestConfig['use']>> {
  return {
    browserName: 'chromium',
    // Prices and times are compared as text.
    locale: 'en-US',
    timezoneId: 'UTC',
    launchOptions: {
      executablePath: await executablePath(),
      // Without a sandbox, as containers have none. Without a GPU: a software one costs more than none.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        `--host-resolver-rules=${LAN_NAME_RULE}`,
      ],
    },
  };
}

/** The same for Firefox: not Playwright's own build of it but one as people have it, at FIREFOX_PATH. */
export function firefoxOptions(): NonNullable<PlaywrightTestConfig['use']> {
  return {
    browserName: 'firefox',
    // By WebDriver BiDi, which a stock Firefox speaks.
    channel: 'moz-firefox',
    locale: 'en-US',
    timezoneId: 'UTC',
    launchOptions: {
      executablePath: fileURLToPath(new URL('firefox-proxy.mjs', import.meta.url)),
      firefoxUserPrefs: { 'network.dns.localDomains': LAN_NAME },
    },
  };
}

/** CHROME_PATH, else what the set-up finds. Kept in the environment, since each worker reads the config again. */
async function executablePath(): Promise<string> {
  if (!process.env['CHROME_PATH']) {
    const url = new URL('../setup/browser.mjs', import.meta.url);
    const { findBrowser } = (await import(url.href)) as { findBrowser: () => Promise<string> };
    process.env['CHROME_PATH'] = await findBrowser();
  }
  return process.env['CHROME_PATH'];
}
