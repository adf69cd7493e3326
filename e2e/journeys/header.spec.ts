import type { Page } from '@playwright/test';
import type { Dashboard } from '../dashboard.ts';
import { Header } from '../header.ts';
import { hide, hideable, show } from '../hideable.ts';
import { expect, test } from '../journey.ts';

test('has the change since the view began, and its open, high and low', async ({ stack, open }) => {
  await stack.topic.insert({ price: 40 });
  const dashboard = await open();
  const header = new Header(dashboard);
  await expect(dashboard.price).toHaveText('40.00');
  for (const price of [50, 30, 42]) await stack.topic.insert({ price });
  await expect(header.line).toHaveText(/^42\.00▲up \+2\.00 \(\+5\.00%\) since \d\d:\d\d:\d\d$/);
  await expect(header.ticker).toHaveText('PIP');
  await expect(header.open).toHaveText('40.00');
  await expect(header.high).toHaveText('50.00');
  await expect(header.low).toHaveText('30.00');
  await expect(header.root).toContainText('▲up +12.00');
  expect(await dashboard.price.evaluate((price) => getComputedStyle(price).fontVariantNumeric)).toBe(
    'tabular-nums',
  );
});

test('says how long ago the last tick was, without a word aloud and without touching the rest', async ({
  stack,
  open,
}) => {
  const dashboard = await open();
  const header = new Header(dashboard);
  await dashboard.becomes('waiting');
  await expect(header.age).toHaveText('–no price yet');
  await stack.topic.insert({ price: 40 });
  await expect(header.age).toHaveText(/^\d\.\d s ago$/);
  // The rate falls for 5 s, and the state changes.
  await expect(header.rate).toHaveText('0.0');
  await expect(header.age).toHaveText(/^1\d s ago$/);
  await stack.topic.insert({ price: 41 });
  await expect(header.age).toHaveText(/^[0-2]\.\d s ago$/);
  // Becoming stale turns it pale, and takes the note away that no price comes: both may be late on a slow machine. From then
  // on nothing is left to change, but the age.
  await dashboard.becomes('stale');
  await expect(header.root).toHaveAttribute('data-current', 'false');
  await expect(header.rate).toHaveText('0.0');

  const changed = await header.root.evaluate(async (root) => {
    const places = new Set<string | null>();
    let ages = 0;
    const observer = new MutationObserver((mutations) => {
      for (const { target } of mutations) {
        const place = (target instanceof Element ? target : target.parentElement)!.closest('[data-testid]')!;
        places.add(place.getAttribute('data-testid'));
        ages++;
      }
    });
    observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
    while (ages < 10) await new Promise((done) => setTimeout(done, 50));
    return [...places];
  });
  expect(changed).toEqual(['age']);
  expect(await header.root.locator('[aria-live], [role=status], [role=alert]').count()).toBe(0);
});

test('a price of the past is as old as it says, and has neither latency nor rate', async ({
  stack,
  open,
}) => {
  await stack.topic.insert({ price: 40, time: new Date(Date.now() - 2 * 3_600_000) });
  const dashboard = await open();
  const header = new Header(dashboard);
  await expect(header.age).toHaveText(/^2 h 0 min ago$/);
  await expect(header.latency).toHaveText(/^–/);
  await expect(header.rate).toHaveText('–not known yet');
  await expect(header.root).toHaveAttribute('data-current', 'false');
});

test('has the rate and the latency of what comes live', async ({ stack, open }) => {
  const dashboard = await open();
  const header = new Header(dashboard);
  await dashboard.becomes('waiting');
  stack.publish('--rate 20 --seed 12');
  // Longer than it is taken over: a publisher that starts late makes up for it.
  await dashboard.getsMore(160);
  const off = async (): Promise<number> => Math.abs(Number(await header.rate.getAttribute('data-rate')) - 20);
  await expect.poll(off).toBeLessThan(4);
  await expect(header.latency).toHaveText(/^[\d,]+ ms$/);
});

test('a publisher whose clock is wrong makes the latency unknown, and says why', async ({ stack, open }) => {
  const dashboard = await open();
  const header = new Header(dashboard);
  await dashboard.becomes('waiting');
  const reason = header.root.locator('div', { has: header.latency });
  await stack.topic.insert({ price: 40, time: new Date(Date.now() + 30_000) });
  await expect(reason).toHaveAttribute('title', /publisher’s clock is ahead/);
  await expect(header.latency).toContainText('–');
  const dashed = stack.topic.insert({ price: 41, time: new Date(Date.now() - 600_000) });
  await dashed;
  await expect(reason).toHaveAttribute('title', /clock is (ahead|wrong)/);
});

test('is pale whenever it may not be the current price', async ({ stack, open }) => {
  const dashboard = await open({ context: { reducedMotion: 'reduce' } });
  const header = new Header(dashboard);
  await dashboard.becomes('waiting');
  await stack.topic.insert({ price: 40 });
  await stack.topic.insert({ price: 41 });
  await dashboard.becomes('live');
  const colour = (): Promise<string> => dashboard.price.evaluate((price) => getComputedStyle(price).color);
  const lively = await colour();
  await dashboard.becomes('stale');
  await expect(header.root).toHaveAttribute('data-current', 'false');
  const muted = await header.root
    .locator('dt')
    .first()
    .evaluate((dt) => getComputedStyle(dt).color);
  expect([await colour(), lively === muted]).toEqual([muted, false]);
});

/** Counts the animations that begin in a page, of scripts and of styles. */
async function countMotion(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = { motions: 0 };
    Object.assign(window, { counted });
    const { animate } = Element.prototype;
    Element.prototype.animate = function counting(...args) {
      counted.motions++;
      return animate.apply(this, args);
    };
    for (const type of ['transitionrun', 'animationstart'])
      window.addEventListener(type, () => counted.motions++, true);
  });
}

function motions({ page }: Dashboard): Promise<number> {
  return page.evaluate(() => (window as unknown as { counted: { motions: number } }).counted.motions);
}

test('a price that changes flashes, for those who like it', async ({ stack, open }) => {
  const dashboard = await open({ prepare: countMotion, context: { reducedMotion: 'no-preference' } });
  await dashboard.becomes('waiting');
  await stack.topic.insert({ price: 40 });
  await dashboard.becomes('live');
  const before = await motions(dashboard);
  await stack.topic.insert({ price: 41 });
  await expect.poll(() => motions(dashboard)).toBeGreaterThan(before);
});

test('with reduced motion nothing flashes, and nothing else moves', async ({ stack, open }) => {
  const dashboard = await open({ prepare: countMotion, context: { reducedMotion: 'reduce' } });
  await dashboard.becomes('waiting');
  stack.publish('--rate 10 --tickers PIP,ACME --seed 13');
  await dashboard.getsMore(40);
  await dashboard.becomes('live');
  await stack.stopPublishing();
  await dashboard.becomes('stale');
  expect(await motions(dashboard)).toBe(0);
});

test("the tab's title has arrow, price and ticker, and a mark once it is stale", async ({ stack, open }) => {
  const dashboard = await open();
  const { page } = dashboard;
  await dashboard.becomes('waiting');
  await expect(page).toHaveTitle('Ticker');
  await stack.topic.insert({ price: 40 });
  await stack.topic.insert({ price: 41.5 });
  await expect(page).toHaveTitle('▲ 41.50 PIP · Ticker');
  await stack.topic.insert({ price: 39 });
  await expect(page).toHaveTitle('▼ 39.00 PIP · Ticker');
  await dashboard.becomes('stale');
  await expect(page).toHaveTitle('⚠ ▼ 39.00 PIP · Ticker');
  await stack.topic.insert({ price: 41 });
  await expect(page).toHaveTitle('▲ 41.00 PIP · Ticker');
});

test('the title changes once a second at most, and in a hidden tab too', async ({ stack, open }) => {
  const dashboard = await open({ prepare: hideable });
  const { page } = dashboard;
  await dashboard.becomes('waiting');
  await page.evaluate(() => {
    const titles: number[] = [];
    Object.assign(window, { titles });
    new MutationObserver(() => titles.push(performance.now())).observe(document.querySelector('title')!, {
      childList: true,
    });
  });
  stack.publish('--rate 50 --seed 14');
  await dashboard.getsMore(200);
  const times = await page.evaluate(() => (window as unknown as { titles: number[] }).titles);
  const pauses = times.length - 1;
  expect(pauses).toBeGreaterThan(1);
  // On the whole: each is seen a little later than it is written, at times more and at times less.
  expect((times.at(-1)! - times[0]!) / pauses).toBeGreaterThan(900);

  await hide(page);
  await stack.stopPublishing();
  await stack.topic.insert({ price: 123_456 });
  await expect(page).toHaveTitle(/123,456\.00 PIP/);
  // Nobody has shown it in between.
  await expect(page).toHaveTitle(/^⚠ .*123,456\.00 PIP/);
  await show(page);
  await expect(dashboard.price).toHaveText('123,456.00');
});
