import type { Page } from '@playwright/test';
import { Dashboard } from '../dashboard.ts';
import { hide, hideable, show } from '../hideable.ts';
import { expect, test } from '../journey.ts';
import { PageCost } from '../page-cost.ts';

declare global {
  interface Window {
    /** What changed in price and table. */
    changes: number;
  }
}

/** Ticks that come while nobody looks. Each takes 120 bytes, where it is kept. */
const MANY = 40_000;

/** The heap may grow by so many bytes meanwhile: a third of what those ticks would take. */
const GROWTH = 1.5 * 2 ** 20;

/** Counts from now on what changes in the price and in the table. */
async function countChanges(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.changes = 0;
    const observer = new MutationObserver((records) => (window.changes += records.length));
    const all = { subtree: true, childList: true, characterData: true, attributes: true };
    for (const part of document.querySelectorAll('[data-testid=price], [data-testid=ticks-table] tbody'))
      observer.observe(part, all);
  });
}

/** Waits until a hidden page stands still: its table is calm, and what it was about to show comes a little later. */
async function stands(dashboard: Dashboard): Promise<void> {
  const price = (await dashboard.price.getAttribute('data-id')) ?? '';
  await expect.poll(async () => (await dashboard.shown())[0]).toBe(price);
}

/** Takes the ids that a page has got so far out of it: kept there, they would be the growth of its heap. */
function takeIds({ page }: Dashboard): Promise<string[]> {
  return page.evaluate(() => window.recording.ids.splice(0));
}

test(`a hidden tab gets ${MANY} ticks, holds no more for it, touches nothing, and is right in the first frame`, async ({
  stack,
  open,
}, info) => {
  info.setTimeout(120_000);
  const dashboard = await open({ prepare: hideable });
  const { page, price } = dashboard;
  await dashboard.becomes('waiting');
  stack.publish('--rate 4000 --seed 5');
  await dashboard.becomes('live');
  await dashboard.getsMore(5_000);

  await hide(page);
  await stands(dashboard);
  // Some of what it fills is bounded, and not full yet.
  await dashboard.getsMore(5_000);
  const got = await takeIds(dashboard);
  const cost = await PageCost.of(page);
  const before = await cost.heap();
  const shown = await price.getAttribute('data-id');
  await countChanges(page);
  const end = got.length + MANY;
  while (got.length < end) {
    await dashboard.getsMore(2_000);
    got.push(...(await takeIds(dashboard)));
  }
  expect((await cost.heap()) - before).toBeLessThan(GROWTH);
  expect(await page.evaluate(() => window.changes)).toBe(0);
  expect(await price.getAttribute('data-id')).toBe(shown);

  await stack.stopPublishing();
  const ids = await stack.topic.ids();
  await expect
    .poll(async () => {
      got.push(...(await takeIds(dashboard)));
      return got.at(-1);
    })
    .toBe(ids.at(-1));
  // A slow machine takes so long that the ring has dropped the first of them.
  const once = new Set(got);
  expect(ids.filter((id) => !once.has(id))).toEqual([]);
  expect(got.length).toBe(once.size);
  expect(await show(page)).toBe(ids.at(-1));
  await expect.poll(() => dashboard.shown()).toEqual(ids.slice(-50).toReversed());
  await expect(dashboard.gapNote).toBeHidden();

  const next = await stack.topic.insert({ price: 7 });
  await expect(price).toHaveAttribute('data-id', next);
});

test('of two tabs one is hidden: the other goes on, and both show the same once it is shown', async ({
  stack,
  open,
}) => {
  const seen = await open({ prepare: hideable });
  const unseen = await Dashboard.open(seen.page.context(), stack.url, hideable);
  for (const tab of [seen, unseen]) await tab.becomes('waiting');
  stack.publish('--rate 200 --tickers PIP,ACME --seed 6');
  for (const tab of [seen, unseen]) await tab.becomes('live');
  await unseen.getsMore(100);

  await hide(unseen.page);
  await stands(unseen);
  await countChanges(unseen.page);
  await countChanges(seen.page);
  for (const tab of [seen, unseen]) await tab.getsMore(1_000);
  expect(await unseen.page.evaluate(() => window.changes)).toBe(0);
  expect(await seen.page.evaluate(() => window.changes)).toBeGreaterThan(0);

  await stack.stopPublishing();
  const ids = await stack.topic.ids();
  const pip = await stack.topic.ids('PIP');
  for (const tab of [seen, unseen]) await tab.gets(ids);
  expect(await show(unseen.page)).toBe(pip.at(-1));
  for (const tab of [seen, unseen]) await expect.poll(() => tab.shown()).toEqual(pip.slice(-50).toReversed());
  expect(unseen.errors).toEqual([]);
});
