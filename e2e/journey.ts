import { type BrowserContextOptions, expect, type Page, test as base } from '@playwright/test';
import { findMongod, ReplicaSet } from '@ticker/mongo/embedded';
import { Dashboard } from './dashboard.ts';
import { fillAsTyped } from './firefox-fill.ts';
import { firefoxLacks, isFirefoxWord } from './firefox-limits.ts';
import { Stack } from './stack.ts';

export { expect };

interface Visit {
  /** Where, other than at the stack's address. */
  readonly url?: string;
  readonly context?: BrowserContextOptions;
  /** Comes before the page's first request. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

interface Journey {
  /** Skips a journey that this browser can't go on. */
  able: void;
  /** Settings of the server, other than the usual: `test.use({ serverEnv: … })`. */
  serverEnv: Record<string, string>;
  stack: Stack;
  /** Opens the dashboard, each time in a browser context of its own: another person's. */
  open: (visit?: Visit) => Promise<Dashboard>;
}

let databases = 0;

/** A test on the real stack, in a real browser. */
export const test = base.extend<Journey, { set: ReplicaSet }>({
  set: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const set = await ReplicaSet.start({ mongod: await findMongod({ log: console.log }) });
      await use(set);
      await set.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  able: [
    async ({ browserName }, use, { title, skip }) => {
      const lacks = browserName === 'firefox' ? firefoxLacks(title) : undefined;
      skip(lacks !== undefined, `Firefox has no ${lacks}`);
      await use();
    },
    { auto: true },
  ],

  serverEnv: [{}, { option: true }],

  stack: async ({ set, serverEnv }, use) => {
    const stack = await Stack.start(set, `journey${++databases}`, serverEnv);
    await use(stack);
    await stack.close();
  },

  open: async ({ browser, browserName, stack }, use) => {
    const dashboards: Dashboard[] = [];
    await use(async ({ url = stack.url, context, prepare } = {}) => {
      const fresh = await browser.newContext(context);
      if (browserName === 'firefox') await fresh.addInitScript(fillAsTyped);
      const dashboard = await Dashboard.open(fresh, url, prepare);
      dashboards.push(dashboard);
      return dashboard;
    });
    for (const { page } of dashboards) await page.context().close();
    // Whatever a journey was about: the page's own scripts never throw.
    const errors = dashboards.flatMap(({ errors }) => errors);
    expect(errors.filter((error) => !isFirefoxWord(error))).toEqual([]);
    // And it keeps to the policy that the server has for it.
    const complaints = dashboards.flatMap(({ complaints }) => complaints);
    expect(complaints.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
  },
});
