import type { Page } from '@playwright/test';
import { AlertPanel } from '../alert-panel.ts';
import { expect, test } from '../journey.ts';

declare global {
  interface Window {
    notified: string[];
    asked: number;
    tones: number;
  }
}

/** Notes what the page shows and asks; what the browser would do about it goes on as it is. */
function watchNotifications(): void {
  window.notified = [];
  window.asked = 0;
  const Real = window.Notification;
  window.Notification = class extends Real {
    constructor(title: string, options?: NotificationOptions) {
      super(title, options);
      window.notified.push(`${title}: ${options?.body}`);
    }
    static override requestPermission(): Promise<NotificationPermission> {
      window.asked++;
      return Real.requestPermission();
    }
  };
}

/** In headless Chromium a page stays visible whatever stands before it. */
function hide(page: Page, hidden: boolean): Promise<void> {
  return page.evaluate((hidden) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (hidden ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

const prepare = (page: Page): Promise<void> => page.addInitScript(watchNotifications).then(() => {});

test('the browser notifies of what fires while the page is hidden, and the toast waits', async ({
  stack,
  open,
}) => {
  await stack.topic.insert({ price: 44 });
  const dashboard = await open({ prepare, context: { permissions: ['notifications'] } });
  const { page } = dashboard;
  const panel = new AlertPanel(dashboard);
  const notified = (): Promise<string[]> => page.evaluate(() => window.notified);
  await panel.set({ price: 45, note: 'look at this' });
  await expect(page.getByTestId('notification-permission')).toHaveAttribute('data-permission', 'granted');
  await stack.topic.insert({ price: 46 });
  await expect(panel.toasts).toHaveCount(1);
  // Who looks at the page needs no notification.
  expect(await notified()).toEqual([]);

  await panel.button('Arm again').click();
  await panel.becomes('armed');
  await hide(page, true);
  await stack.topic.insert({ price: 44 });
  await stack.topic.insert({ price: 47 });
  await expect.poll(async () => (await notified()).length).toBe(1);
  expect((await notified())[0]).toMatch(/^PIP rises through 45\.00: 47\.00 at .*\nlook at this$/s);
  await hide(page, false);
  await expect(panel.toasts).toHaveCount(2);
});

test('a browser that does not allow notifications is told of in words, and alerts show in the page', async ({
  stack,
  open,
}) => {
  await stack.topic.insert({ price: 44 });
  // Whatever is not granted is denied.
  const dashboard = await open({ prepare, context: { permissions: ['geolocation'] } });
  const { page } = dashboard;
  const panel = new AlertPanel(dashboard);
  await panel.set({ price: 45 });
  await expect(page.getByTestId('notification-permission')).toHaveText(/does not allow notifications/);
  await hide(page, true);
  await stack.topic.insert({ price: 46 });
  await expect(panel.toasts).toHaveCount(1);
  expect(await page.evaluate(() => [window.notified.length, window.asked])).toEqual([0, 0]);
});

test('the browser asks with the first alert that is set, and only then', async ({ stack, open }) => {
  await stack.topic.insert({ price: 44 });
  const dashboard = await open({
    prepare: (page) =>
      page.addInitScript(() => {
        window.asked = 0;
        Object.defineProperty(Notification, 'permission', { get: () => 'default' });
        // Somebody who looks past the question.
        Notification.requestPermission = async () => {
          window.asked++;
          return 'default';
        };
      }),
  });
  const { page } = dashboard;
  const panel = new AlertPanel(dashboard);
  const asked = (): Promise<number> => page.evaluate(() => window.asked);
  await panel.show('Alerts');
  await panel.field('Price').fill('-1');
  await panel.submit();
  await expect(panel.field('Price')).toHaveAttribute('aria-invalid', 'true');
  expect(await asked()).toBe(0);
  await panel.set({ price: 45 });
  await expect.poll(asked).toBe(1);
  await expect(page.getByTestId('notification-permission')).toHaveText(/The browser asked/);
  await panel.set({ price: 46 });
  expect(await asked()).toBe(1);
});

test('a sound is made once it is wanted, and that is remembered', async ({ stack, open }) => {
  await stack.topic.insert({ price: 44 });
  const dashboard = await open({
    prepare: (page) =>
      page.addInitScript(() => {
        window.tones = 0;
        window.OscillatorNode = class extends OscillatorNode {
          override start(when?: number): void {
            super.start(when);
            window.tones++;
          }
        };
      }),
  });
  const { page } = dashboard;
  const panel = new AlertPanel(dashboard);
  const tones = (): Promise<number> => page.evaluate(() => window.tones);
  const wanted = page.getByLabel('Play a sound');
  await panel.set({ price: 45 });
  await expect(wanted).not.toBeChecked();
  await stack.topic.insert({ price: 46 });
  await expect(panel.toasts).toHaveCount(1);
  expect(await tones()).toBe(0);
  // To be heard at once, so that it is known what it will be like.
  await wanted.check();
  await expect.poll(tones).toBe(2);

  await page.reload();
  await panel.show('Alerts');
  await expect(wanted).toBeChecked();
  await panel.button('Arm again').click();
  await panel.becomes('armed');
  await stack.topic.insert({ price: 44 });
  await stack.topic.insert({ price: 47 });
  await expect.poll(tones).toBe(2);
});
