import type { Page } from '@playwright/test';
import { complaintsOf } from '../complaints.ts';
import type { Dashboard } from '../dashboard.ts';
import { expect, test } from '../journey.ts';
import { Site } from '../site.ts';
import { makeToken, SECRET } from '../token.ts';
import { Watchlist } from '../watchlist.ts';

test.use({ serverEnv: { AUTH_SECRET: SECRET } });

/** More ticks than a snapshot may hold: a page that does not resume, but begins anew, has lost some. */
const MANY = 1100;

/** Places where a script, or somebody who looks at the screen or the history, could find a text. */
function traces({ page }: Dashboard, text: string): Promise<string[]> {
  return page.evaluate(async (text) => {
    const fields = [...document.querySelectorAll('input')].map(({ value }) => value);
    const places = {
      address: location.href,
      cookie: document.cookie,
      history: JSON.stringify(history.state),
      localStorage: JSON.stringify({ ...localStorage }),
      sessionStorage: JSON.stringify({ ...sessionStorage }),
      databases: JSON.stringify(await indexedDB.databases()),
      page: document.documentElement.outerHTML,
      fields: fields.join(' '),
    };
    return Object.entries(places).flatMap(([place, held]) => (held.includes(text) ? [place] : []));
  }, text);
}

/** Opens a socket from a page; gives "open", or the code that it was closed with. */
function tryToOpen(page: Page, url: string): Promise<string | number> {
  return page.evaluate(
    (url) =>
      new Promise<string | number>((resolve) => {
        const socket = new WebSocket(url);
        socket.addEventListener('open', () => resolve('open'));
        socket.addEventListener('close', ({ code }) => resolve(code));
      }),
    url,
  );
}

test('without a token the page asks for one; a wrong one is refused; the right one brings live prices', async ({
  stack,
  open,
}) => {
  const addresses: string[] = [];
  const dashboard = await open({
    prepare: async (page) => page.on('request', (request) => addresses.push(request.url())),
  });
  const { page, token } = dashboard;
  await dashboard.becomes('unauthorised');
  await expect(dashboard.state).toContainText('Unauthorised: token needed');
  await expect(page.getByRole('region', { name: 'This server asks for a token' })).toBeVisible();

  // Or a browser that sends the form by itself, its script having failed, would put it into the address.
  await expect(token).not.toHaveAttribute('name');
  const forged = await makeToken({ secret: 'a secret that somebody thought to be ours' });
  await dashboard.signIn(forged);
  await expect(page.getByRole('alert')).toHaveText('The server says “the token is not valid”.');
  await expect(dashboard.state).toHaveAttribute('data-state', 'unauthorised');
  expect(await page.context().cookies()).toEqual([]);

  const right = await makeToken();
  await dashboard.signIn(right);
  await dashboard.becomes('waiting');
  await expect(token).toBeHidden();
  await stack.topic.insert({ price: 12.34 });
  await dashboard.becomes('live');
  await expect(dashboard.price).toHaveText('12.34');

  expect(await page.context().cookies()).toMatchObject([
    { name: 'ticker_token', value: right, httpOnly: true, sameSite: 'Strict' },
  ]);
  expect([...(await traces(dashboard, right)), ...(await traces(dashboard, forged))]).toEqual([]);
  expect(addresses.filter((address) => address.includes(right) || address.includes(forged))).toEqual([]);
});

test('a token of one ticker shows that one, and nothing of any other', async ({ stack, open }) => {
  const received: string[] = [];
  const dashboard = await open({
    prepare: async (page) =>
      page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => received.push(String(payload))),
      ),
  });
  await dashboard.becomes('unauthorised');
  await dashboard.signIn(await makeToken({ tickers: ['PIP'] }));
  await dashboard.becomes('waiting');
  stack.publish('--tickers ACME,PIP --rate 40 --seed 8');
  await dashboard.becomes('live');
  await dashboard.getsMore(60);
  await stack.stopPublishing();

  expect((await stack.topic.ids('ACME')).length).toBeGreaterThan(50);
  await dashboard.gets(await stack.topic.ids('PIP'));
  await new Watchlist(dashboard).lists('PIP');
  expect(await dashboard.page.content()).not.toContain('ACME');
  expect(received.filter((frame) => frame.includes('ACME'))).toEqual([]);
});

test('a token that runs out ends the session, and the next one goes on with nothing missing', async ({
  stack,
  open,
}) => {
  const dashboard = await open();
  await dashboard.becomes('unauthorised');
  await dashboard.signIn(await makeToken({ seconds: 6 }));
  await dashboard.becomes('waiting');
  stack.publish('--rate 400 --seed 9');
  await dashboard.becomes('live');
  const since = await dashboard.now();
  const { filter } = new Watchlist(dashboard);
  await filter.focus();

  await dashboard.becomes('unauthorised');
  // Whoever is busy elsewhere in the page is not torn away.
  await expect(filter).toBeFocused();
  await expect(dashboard.page.getByRole('region', { name: 'This server asks for a token' })).toContainText(
    'The server says “the token has expired”.',
  );
  const before = (await dashboard.ids()).length;
  await stack.topic.grows(MANY);
  expect((await dashboard.ids()).length).toBe(before);

  await dashboard.signIn(await makeToken());
  await dashboard.becomes('live');
  await dashboard.getsMore(200);
  await stack.stopPublishing();
  await dashboard.gets(await stack.topic.ids());
  await expect(dashboard.gapNote).toBeHidden();
  // One try, when there was a token, and none before. Ticks of before that arrive late may be stale for an instant.
  const states = (await dashboard.states(since)).map(({ status }) => status).join(' ');
  expect(states).toMatch(/^unauthorised (connecting )?(stale )?live$/);
});

test('a token that allows nothing is said to be that, and another one may be tried', async ({
  stack,
  open,
}) => {
  await stack.topic.insert({ price: 12.34 });
  const dashboard = await open();
  await dashboard.signIn(await makeToken({ tickers: [] }));
  await dashboard.becomes('forbidden');
  await expect(dashboard.state).toContainText('Forbidden to this token');
  const form = dashboard.page.getByRole('region', { name: 'This server asks for another token' });
  await expect(form).toContainText('The server says “the token does not allow any ticker”.');
  await dashboard.signIn(await makeToken());
  await expect(dashboard.price).toHaveText('12.34');
});

test('a page of another origin gets no socket, though the browser sends the cookie along', async ({
  stack,
  open,
}) => {
  await using elsewhere = await Site.start();
  await using witness = await Site.start();
  const dashboard = await open();
  const token = await makeToken();
  await dashboard.signIn(token);
  await dashboard.becomes('waiting');
  const socket = `${stack.url.replace('http', 'ws')}/ws`;
  expect(await tryToOpen(dashboard.page, socket)).toBe('open');

  const page = await dashboard.page.context().newPage();
  const complaints = complaintsOf(page);
  await page.goto(elsewhere.url);
  await tryToOpen(page, witness.url.replace('http', 'ws'));
  expect(witness.handshakes).toEqual([{ origin: elsewhere.url, cookie: `ticker_token=${token}` }]);
  expect(await tryToOpen(page, socket)).toBe(1006);
  await expect.poll(() => complaints.filter((text) => text.includes(socket))).toHaveLength(1);
  expect(complaints.find((text) => text.includes(socket))).toContain('Unexpected response code: 403');
});

test('whoever signs in in one tab goes on in the other by a button', async ({ stack, open }) => {
  await stack.topic.insert({ price: 12.34 });
  const dashboard = await open();
  await dashboard.becomes('unauthorised');
  const data = { token: await makeToken() };
  await dashboard.page.context().request.post(`${stack.url}/api/session`, { data });
  await dashboard.page.getByRole('button', { name: 'Retry now' }).click();
  await expect(dashboard.price).toHaveText('12.34');
  await expect(dashboard.page.getByRole('button', { name: 'Sign out' })).toBeHidden();
});

test('whoever signs out leaves nothing in the page', async ({ stack, open }) => {
  await stack.topic.insert({ price: 12.34 });
  const dashboard = await open();
  await dashboard.signIn(await makeToken());
  await expect(dashboard.price).toHaveText('12.34');
  await dashboard.page.getByRole('button', { name: 'Sign out' }).click();
  await dashboard.becomes('unauthorised');
  await expect(dashboard.price).not.toHaveText('12.34');
  expect(await dashboard.page.context().cookies()).toEqual([]);
});

test('a sign-out that does not reach the server is not taken for one', async ({ open }) => {
  const dashboard = await open();
  const { page } = dashboard;
  await dashboard.signIn(await makeToken());
  await dashboard.becomes('waiting');
  await page.route('**/api/session', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('alert')).toHaveText('The server did not answer. Try again.');
  await expect(dashboard.state).toHaveAttribute('data-state', 'waiting');
});
