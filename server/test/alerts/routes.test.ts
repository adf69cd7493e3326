import type { Rule, Rules } from '@ticker/mongo';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AlertsState } from '../../src/alerts/alert-feed.ts';
import { AlertLog } from '../../src/alerts/alert-log.ts';
import { RuleLists } from '../../src/alerts/rule-lists.ts';
import { RunningApp, type RunningAppOptions } from '../running-app.ts';

// What is refused before the database is asked, and what is said when it does not answer. The rest is in the tests
// with the real one.

let app: RunningApp;

beforeEach(async () => {
  app = await RunningApp.start();
});
afterEach(async () => {
  await app.stop();
});

async function start(options: RunningAppOptions): Promise<void> {
  await app.stop();
  app = await RunningApp.start(options);
}

interface Refused {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

async function send(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Refused> {
  const response = await fetch(`${app.url}${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const { code, message } = (await response.json()) as Refused;
  return { status: response.status, code, message };
}

const ID = '673f2671c2b5b6c9a2f1d0bb';
const GOOD = { ticker: 'PIP', condition: { type: 'above', price: 50 } };
const RULE = {
  ...GOOD,
  id: ID,
  owner: null,
  repeat: 'once',
  coolDownMs: 60_000,
  note: '',
  webhook: null,
  state: 'fired',
  generation: 2,
  position: 't9',
  createdAt: 0,
  last: null,
} as Rule;
const ROUTES: [string, string, object?][] = [
  ['GET', '/api/alerts'],
  ['POST', '/api/alerts', GOOD],
  ['GET', `/api/alerts/${ID}`],
  ['PATCH', `/api/alerts/${ID}`, { note: 'x' }],
  ['DELETE', `/api/alerts/${ID}`],
  ['POST', `/api/alerts/${ID}/retry`],
  ['GET', '/api/queue'],
];
const CHANGING = ROUTES.filter(([method]) => method !== 'GET');

describe('A new rule', () => {
  it.each([
    ['no object', [], 'the body must be object'],
    ['nothing', {}, 'ticker is missing'],
    ['no condition', { ticker: 'PIP' }, 'condition is missing'],
    ['every ticker', { ...GOOD, ticker: '*' }, 'ticker must match'],
    ['a misspelt field', { ...GOOD, cooldownMs: 1 }, 'cooldownMs is no field of the body: there are ticker,'],
    [
      'an unknown condition',
      { ...GOOD, condition: { type: 'at', price: 1 } },
      'condition.type must be one of above, below',
    ],
    ['no price', { ...GOOD, condition: { type: 'above' } }, 'condition.price is missing'],
    [
      'a price of text',
      { ...GOOD, condition: { type: 'above', price: '50' } },
      'condition.price must be number',
    ],
    ['a price of nothing', { ...GOOD, condition: { type: 'above', price: 0 } }, 'condition.price must be'],
    [
      'a price that moves',
      { ...GOOD, condition: { type: 'moves', price: 5, percent: 1, window: '1m' } },
      'condition.price is no field of condition',
    ],
    [
      'another window',
      { ...GOOD, condition: { type: 'moves', percent: 5, window: '2m' } },
      'condition.window must be one of 10s, 1m, 5m, 15m, 1h',
    ],
    ['another repeat', { ...GOOD, repeat: 'never' }, 'repeat must be one of once, every'],
    ['half a second', { ...GOOD, coolDownMs: 500 }, 'coolDownMs must be'],
    ['a long note', { ...GOOD, note: 'x'.repeat(201) }, 'note must not have more than 200'],
    ['a webhook of text', { ...GOOD, webhook: 'https://example.com' }, 'webhook must be object'],
    [
      'a weak secret',
      { ...GOOD, webhook: { url: 'https://example.com', secret: 'x' } },
      'webhook.secret must match',
    ],
    [
      'a webhook by http',
      { ...GOOD, webhook: { url: 'http://example.com' } },
      'webhook.url: a webhook is sent by https',
    ],
    [
      'a webhook to what is behind us',
      { ...GOOD, webhook: { url: 'https://169.254.169.254/latest' } },
      'webhook.url: the webhook leads to an address that is not public',
    ],
  ])('with %s is refused, and the message names it', async (_, body, message) => {
    const refused = await send('POST', '/api/alerts', body);
    expect(refused).toMatchObject({ status: 400, code: 'bad_request' });
    expect(refused.message).toContain(message);
  });

  it('that is no JSON, or of another type, is refused', async () => {
    expect((await send('POST', '/api/alerts', '{"ticker":')).status).toBe(400);
    expect((await send('POST', '/api/alerts', 'x=1', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await send('POST', '/api/alerts', { ...GOOD, note: 'x'.repeat(70_000) })).status).toBe(413);
  });
});

describe('A change', () => {
  it.each([
    ['of nothing', {}, 'the body must not have fewer than 1'],
    ['to fired', { state: 'fired' }, 'state must be one of armed, paused'],
    ['of the ticker', { ticker: 'PIP' }, 'ticker is no field'],
    ['to a webhook that is empty', { webhook: '' }, 'webhook must be object'],
    ['to a webhook behind us', { webhook: { url: 'https://10.0.0.1/' } }, 'not public'],
  ])('%s is refused', async (_, body, message) => {
    const refused = await send('PATCH', `/api/alerts/${ID}`, body);
    expect(refused.status).toBe(400);
    expect(refused.message).toContain(message);
  });
});

describe('A list', () => {
  it('is of one ticker, or of all', async () => {
    expect((await send('GET', '/api/alerts?ticker=P%20P')).status).toBe(400);
    expect((await send('GET', '/api/alerts?tickers=PIP')).status).toBe(400);
  });
});

describe.each(ROUTES)('%s %s', (method, path, body) => {
  it('is 503 while the database does not answer, and says nothing of where that is', async () => {
    const answer = await send(method, path, body);
    expect(answer).toEqual({
      status: 503,
      code: 'unavailable',
      message: 'the database does not answer: try again in a moment',
    });
  });

  it('is 404 where alerts are off', async () => {
    await start({ alerts: undefined });
    expect(await send(method, path, body)).toMatchObject({ status: 404, code: 'off' });
  });

  it('is 503 while alerts can’t be had, and says why', async () => {
    const unavailable = 'the alerts are missing: ask an administrator';
    await start({ alerts: { ...app.alerts, state: 'unavailable', unavailable } });
    expect(await send(method, path, body)).toEqual({
      status: 503,
      code: 'unavailable',
      message: unavailable,
    });
  });

  it('waits for alerts that are starting', async () => {
    const starting = { ...app.alerts, log: new AlertLog(), unavailable: undefined as string | undefined };
    let state: AlertsState = 'starting';
    await start({ alerts: Object.defineProperty(starting, 'state', { get: () => state }) });
    const joined = vi.spyOn(starting.log, 'join');
    const left = vi.spyOn(starting.log, 'leave');
    const answer = send(method, path, body);
    await vi.waitFor(() => expect(joined).toHaveBeenCalled());
    [state, starting.unavailable] = ['unavailable', 'no right'];
    starting.log.wake();
    expect(await answer).toMatchObject({ status: 503, message: 'no right' });
    expect(left).toHaveBeenCalledTimes(1);
  });

  it('is refused to the pages of another origin', async () => {
    const refused = await send(method, path, body, { origin: 'https://evil.example' });
    expect(refused).toMatchObject({ status: 403, code: 'origin_refused' });
  });
});

describe('Many pages', () => {
  it('that ask at once cost one read, until something is changed here', async () => {
    const pages = 50;
    let reads = 0;
    // No read is answered before all have asked: an answer is good for half a second only.
    const list = async (): Promise<Rule[]> => {
      reads++;
      await vi.waitFor(() => expect(asked.mock.calls.length % pages).toBe(0), { timeout: 10_000 });
      return [RULE];
    };
    const lists = new RuleLists({ list, deliveries: async () => new Map<string, never>() });
    const asked = vi.spyOn(lists, 'newest');
    const rules = { ...app.alerts.rules, remove: async () => true } as Partial<Rules> as Rules;
    await start({ alerts: { ...app.alerts, rules, lists } });
    const all = () => Promise.all(Array.from({ length: pages }, () => fetch(`${app.url}/api/alerts`)));
    for (const answer of await all()) expect(await answer.json()).toMatchObject({ rules: [{ id: ID }] });
    expect(reads).toBe(1);
    expect((await fetch(`${app.url}/api/alerts/${ID}`, { method: 'DELETE' })).status).toBe(204);
    await all();
    expect(reads).toBe(2);
  });
});

describe('A server that is behind', () => {
  let after: (string | null)[];
  let position: string | undefined;
  let changed: unknown[][];
  beforeEach(async () => {
    after = [];
    position = undefined;
    changed = [];
    const rules = {
      ...app.alerts.rules,
      get: async () => RULE,
      change: async (...change: unknown[]) => {
        changed.push(change);
        return RULE;
      },
      deliveries: async () => new Map(),
    } as unknown as typeof app.alerts.rules;
    await start({
      alerts: {
        ...app.alerts,
        rules,
        after: async (known) => {
          after.push(known);
          return position;
        },
      },
    });
  });
  const refused = {
    status: 503,
    code: 'unavailable',
    message: 'the server is behind: try again in a moment',
  };

  it('sets no alert, and arms none anew', async () => {
    expect(await send('POST', '/api/alerts', GOOD)).toEqual(refused);
    expect(await send('PATCH', `/api/alerts/${ID}`, { state: 'armed' })).toEqual(refused);
    expect(await send('PATCH', `/api/alerts/${ID}`, { condition: GOOD.condition })).toEqual(refused);
    expect(after).toEqual([null, 't9', 't9']);
    expect(changed).toEqual([]);
    position = 't12';
    expect((await send('PATCH', `/api/alerts/${ID}`, { state: 'armed' })).code).toBeUndefined();
    expect(changed).toEqual([[ID, null, { state: 'armed' }, 't12', 2]]);
  });

  it('reads a rule again that fired while it was armed anew, or gives up', async () => {
    position = 't12';
    const change = vi.fn<typeof app.alerts.rules.change>().mockResolvedValue(undefined);
    let generation = 0;
    const get = async () => ({ ...RULE, generation: ++generation });
    const rules = { ...app.alerts.rules, change, get, deliveries: async () => new Map() } as unknown;
    await start({
      alerts: { ...app.alerts, rules: rules as typeof app.alerts.rules, after: async () => 't12' },
    });
    change.mockResolvedValueOnce(undefined).mockResolvedValueOnce(RULE);
    const armed = await send('PATCH', `/api/alerts/${ID}`, { state: 'armed' });
    expect(armed.code).toBeUndefined();
    expect(change.mock.calls.map(([, , , , generation]) => generation)).toEqual([1, 2]);
    expect(await send('PATCH', `/api/alerts/${ID}`, { state: 'armed' })).toMatchObject({
      status: 503,
      message: 'the rule fires all the time: try again in a moment',
    });
  });

  it('changes all else', async () => {
    await send('PATCH', `/api/alerts/${ID}`, { note: 'x' });
    await send('PATCH', `/api/alerts/${ID}`, { state: 'paused', condition: GOOD.condition });
    expect(after).toEqual([]);
    expect(changed).toHaveLength(2);
  });
});

it('Why the database did not answer is in the log', async () => {
  const lines: string[] = [];
  await start({ log: pino({ level: 'warn' }, { write: (line: string) => lines.push(line) }) });
  await send('GET', '/api/alerts');
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ why: 'no database at mongodb.internal:27017' }),
  ]);
});

describe.each(CHANGING)('%s %s changes something', (method, path, body) => {
  it.each(['cross-site', 'same-site'])('so it is refused when a browser calls it %s', async (site) => {
    const refused = await send(method, path, body, { 'sec-fetch-site': site });
    expect(refused).toMatchObject({ status: 403, code: 'origin_refused' });
  });

  it('and a page that ALLOWED_ORIGINS lists may ask for it', async () => {
    const origin = 'https://good.example';
    await start({ allowedOrigins: [origin] });
    const response = await fetch(`${app.url}${path}`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': method },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('access-control-allow-methods')?.split(', ')).toContain(method);
  });
});
