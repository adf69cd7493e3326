import type { Page } from '@playwright/test';
import type { ServerStatus } from '../../web/src/server-status/server-status.ts';
import { hide, hideable, show } from '../hideable.ts';
import { expect, test } from '../journey.ts';
import { Shell } from '../shell.ts';
import type { Status } from '../../server/src/status.ts';

/** A part of a status, to any depth. */
type Part<T> = { [K in keyof T]?: T[K] extends object ? Part<T[K]> : T[K] };

/** Asks the real server, and changes its answer. What the page knows of it is what the server says: else no types fit. */
function says(page: Page, change: (status: Status & ServerStatus) => Part<ServerStatus>): Promise<unknown> {
  return page.route('**/api/status', async (route) => {
    const response = await route.fetch();
    const status = (await response.json()) as Status;
    await route.fulfill({ response, json: { ...status, ...change(status) } });
  });
}

test('the details say which member feeds the page, and how the server is', async ({ stack, open }) => {
  await stack.topic.insert({ price: 50 });
  const dashboard = await open();
  const { details, row, toggle } = bound(new Shell(dashboard));
  await dashboard.becomes('waiting');
  await toggle('details');
  await expect(details.getByRole('region', { name: 'How this page is fed' })).toBeVisible();
  await expect(row('reading')).toHaveText('ReadingWell');
  const { tail, version } = await stack.status();
  await expect(row('member')).toHaveText(`Fed by${tail.member}, ${tail.memberState?.toLowerCase()}`);
  await expect(row('lag')).toHaveText('Its lagLess than two seconds');
  await expect(row('topic')).toHaveText('The ring holds1 tick of 100,000, 0 MiB');
  await expect(row('backlog')).toHaveText('Server remembers1 tick');
  await expect(row('subscribers')).toHaveText('Connections1');
  await expect(row('version')).toHaveText(`Server${version}`);
  stack.publish('--rate 50 --seed 6');
  await expect(row('window')).toHaveText(/^The ring lastsAbout \d+ (h|min)/);
  await expect(row('rate')).toHaveText(/^Server takes in[1-9][\d.]* ticks a second$/);
});

test('the server is asked only while the details are open', async ({ open }) => {
  const line = new Beats();
  const dashboard = await open({ prepare: (page) => line.follow(page) });
  const shell = new Shell(dashboard);
  await dashboard.becomes('waiting');
  await line.beats(2);
  expect(line.asked).toBe(0);
  await shell.toggle('details');
  await expect.poll(() => line.asked).toBeGreaterThan(1);
  await dashboard.page.keyboard.press('Escape');
  await expect(shell.row('reading')).toHaveCount(0);
  await expect(shell.details.locator('summary')).toBeFocused();
  const { asked } = line;
  await line.beats(4);
  expect(line.asked).toBe(asked);
});

test('a hidden tab asks nothing, and asks at once when it is seen again', async ({ open }) => {
  const line = new Beats();
  const dashboard = await open({
    prepare: async (page) => {
      await hideable(page);
      await line.follow(page);
    },
  });
  await dashboard.becomes('waiting');
  await new Shell(dashboard).toggle('details');
  await expect.poll(() => line.asked).toBeGreaterThan(0);
  await hide(dashboard.page);
  const { asked } = line;
  await line.beats(4);
  expect(line.asked).toBe(asked);
  await show(dashboard.page);
  await expect.poll(() => line.asked).toBe(asked + 1);
});

test('what is asked when the details are closed is broken off', async ({ open }) => {
  const dashboard = await open({
    // Never answered.
    prepare: (page) => page.route('**/api/status', () => undefined),
  });
  const { page } = dashboard;
  const shell = new Shell(dashboard);
  const asked = page.waitForRequest('**/api/status');
  await shell.toggle('details');
  await asked;
  await expect(shell.details).toContainText('Asking the server…');
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/status'));
  await shell.toggle('details');
  expect((await failed).failure()?.errorText).toBe('net::ERR_ABORTED');
});

test('a ring that is short, reads that are degraded and a lag stand out, in words', async ({ open }) => {
  const dashboard = await open({
    prepare: (page) =>
      says(page, ({ tail, topic }) => ({
        tail: { ...tail, state: 'degraded', why: 'no secondary is fresh enough', lagMs: 12_000 },
        topic: { ...topic!, windowSeconds: 12 },
      })),
  });
  const { row, toggle } = bound(new Shell(dashboard));
  await toggle('details');
  await expect(row('window')).toHaveText(
    'The ring lastsAbout 12 s only: whoever is away for longer misses ticks',
  );
  await expect(row('window')).toHaveAttribute('data-bad', 'true');
  await expect(row('reading')).toHaveText('ReadingDegraded: no secondary is fresh enough');
  await expect(row('lag')).toHaveText('Its lagAbout 12 s');
});

test('a server that does not answer is said to be one, what was known stays, and it comes back', async ({
  stack,
  open,
}) => {
  const dashboard = await open();
  const { details, row, toggle } = bound(new Shell(dashboard));
  await toggle('details');
  await expect(row('reading')).toBeVisible();
  await stack.stopServer('SIGKILL');
  await expect(details.getByRole('status')).toHaveText(
    'The server’s details can’t be had just now. The server did not answer. Try again. What follows is of before.',
  );
  await expect(row('reading')).toBeVisible();
  await stack.startServer();
  await expect(details.getByRole('status')).toHaveText('');
});

/** Counts what is asked of the server, and its heartbeats: a clock that does not depend on this machine's. */
class Beats {
  asked = 0;
  #beats = 0;

  async follow(page: Page): Promise<void> {
    page.on('request', (request) => {
      if (request.url().endsWith('/api/status')) this.asked++;
    });
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"heartbeat"')) this.#beats++;
      }),
    );
  }

  /** Waits for so many more: one comes each second in which there is nothing else to say. */
  async beats(count: number): Promise<void> {
    const from = this.#beats;
    await expect.poll(() => this.#beats).toBeGreaterThanOrEqual(from + count);
  }
}

function bound(shell: Shell) {
  return { details: shell.details, row: shell.row.bind(shell), toggle: shell.toggle.bind(shell) };
}
