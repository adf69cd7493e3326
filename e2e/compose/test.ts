import { expect, test as base } from '@playwright/test';
import { Dashboard } from '../dashboard.ts';
import { Project } from './project.ts';

export { expect };

interface Compose {
  project: Project;
  /** Opens the dashboard through the proxy. */
  open: () => Promise<Dashboard>;
}

/** A test on the stack that `up.ts` started. */
export const test = base.extend<Compose>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs.
  project: async ({}, use) => use(new Project()),

  open: async ({ browser, project }, use) => {
    const dashboards: Dashboard[] = [];
    await use(async () => {
      const dashboard = await Dashboard.open(await browser.newContext(), project.url);
      dashboards.push(dashboard);
      return dashboard;
    });
    for (const { page } of dashboards) await page.context().close();
    expect(dashboards.flatMap(({ errors }) => errors)).toEqual([]);
  },
});

/** Waits until a page shows prices that come. */
export async function live(dashboard: Dashboard): Promise<void> {
  await dashboard.becomes('live', 60_000);
  await dashboard.getsMore(20);
}

/**
 * Waits until a page has all that the topic holds now, and holds it against that: from the first tick that the page got,
 * none may be missing, twice, or out of order. Publishers go on.
 */
export async function missesNothing(dashboard: Dashboard, project: Project): Promise<void> {
  const topic = await project.ids();
  const last = topic.at(-1)!;
  await expect.poll(async () => (await dashboard.ids()).includes(last)).toBe(true);
  const got = await dashboard.ids();
  const seen = got.slice(0, got.indexOf(last) + 1);
  const wanted = topic.slice(topic.indexOf(got[0]!));
  // First what a person can read: a difference of thousands of ids says little.
  const distinct = new Set(seen);
  const missing = wanted.filter((id) => !distinct.has(id)).length;
  expect({ missing, twice: seen.length - distinct.size }).toEqual({ missing: 0, twice: 0 });
  expect(seen).toEqual(wanted);
  await expect(dashboard.gapNote).toBeHidden();
}
