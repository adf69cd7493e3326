import type { Tick } from '@ticker/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HistoryApp } from './history-app.ts';

const T = 1_732_190_400_000;
const tick = (n: number, ticker = 'PIP', time = T + n * 1_000): Tick => ({
  id: `t${n}`,
  time,
  ticker,
  price: n,
});
const numbers = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, n) => from + n);

let app: HistoryApp;

/** One app for all tests of a describe, whose backlog is all there is. */
function serve(ticks: () => Tick[], prepare: () => void = () => {}): void {
  beforeAll(() => {
    app = new HistoryApp();
    app.backlog.whole = true;
    app.backlog.append(ticks());
    prepare();
  });
  afterAll(() => app.app.close());
}

async function prices(query: string): Promise<number[]> {
  const { status, body } = await app.get('ticks', query);
  expect(body).toMatchObject({ ticks: expect.any(Array) });
  expect(status).toBe(200);
  return body.ticks.map(({ price }) => price);
}

describe('GET /api/ticks', () => {
  serve(() => numbers(0, 6_000).map((n) => tick(n, n % 2 ? 'ACME' : 'PIP')));

  it('gives the newest 100 of every ticker, newest last', async () => {
    expect(await prices('')).toEqual(numbers(5_900, 6_000));
  });

  it('gives ticks as they are on the wire', async () => {
    const { body } = await app.get('ticks', 'limit=1');
    expect(body).toEqual({ ticks: [tick(5_999, 'ACME')] });
  });

  it.each([
    ['ticker=PIP&limit=2', [5_996, 5_998]],
    ['ticker=PIP,ACME&limit=2', [5_998, 5_999]],
    ['ticker=PIP,PIP&limit=2', [5_996, 5_998]],
    ['ticker=*&limit=2', [5_998, 5_999]],
    ['ticker=NONE', []],
    ['limit=1', [5_999]],
    [`from=${T + 5_998_000}`, [5_998, 5_999]],
    [`to=${T + 1_000}`, [0]],
    [`to=${T + 1_001}`, [0, 1]],
    [`from=${T + 1_000}&to=${T + 2_000}`, [1]],
    ['from=2024-11-21T12:00:02Z&to=2024-11-21T12:00:04.000Z', [2, 3]],
    ['from=2024-11-21T13:00:02%2B01:00&to=2024-11-21T10:00:04-02:00', [2, 3]],
    ['from=2024-11-21T13:00:02+01:00&to=2024-11-21T12:00:03Z', [2]],
    ['from=2024-11-22', []],
    ['to=-1', []],
    ['from=-8640000000000000&to=8640000000000000&limit=1', [5_999]],
  ])('%s', async (query, expected) => {
    expect(await prices(query)).toEqual(expected);
  });

  it('gives at most 5000', async () => {
    expect(await prices('limit=5000')).toHaveLength(5_000);
  });

  it('takes 100 names', async () => {
    const names = numbers(0, 99).map((n) => `N${n}`);
    expect(await prices(`ticker=PIP,${names.join()}&limit=1`)).toEqual([5_998]);
  });
});

describe('GET /api/candles', () => {
  serve(
    () => numbers(0, 6_000).map((n) => tick(n)),
    () => (app.now = () => T + 6_000_000),
  );

  it('gives the newest 200 of a minute, newest last', async () => {
    const { status, body } = await app.get('candles', 'ticker=PIP');
    expect(status).toBe(200);
    expect(body).toMatchObject({ ticker: 'PIP', interval: '1m', future: 0 });
    expect(body.candles).toHaveLength(100);
    expect(body.candles.at(-1)).toEqual({
      time: T + 5_940_000,
      open: 5_940,
      high: 5_999,
      low: 5_940,
      close: 5_999,
      count: 60,
    });
    expect((await app.get('candles', 'ticker=PIP&interval=1s')).body.candles).toHaveLength(200);
  });

  it.each([
    ['1s', [5_998, 5_999]],
    ['5s', [5_990, 5_995]],
    ['15s', [5_970, 5_985]],
    ['1m', [5_880, 5_940]],
    ['5m', [5_400, 5_700]],
    ['1h', [0, 3_600]],
  ])('of %s', async (interval, expected) => {
    const { body } = await app.get('candles', `ticker=PIP&interval=${interval}&limit=2`);
    expect(body.candles.map(({ time }) => (time - T) / 1_000)).toEqual(expected);
    expect(body.interval).toBe(interval);
  });

  it('before a time', async () => {
    const { body } = await app.get('candles', 'ticker=PIP&limit=2&to=2024-11-21T12:02:00Z');
    expect(body.candles.map(({ time }) => time - T)).toEqual([0, 60_000]);
  });

  it('of the time, opened and closed by the order of delivery', async () => {
    app.backlog.append([
      { id: 'a', ticker: 'X', price: 3, time: T + 30_000 },
      { id: 'b', ticker: 'X', price: 5, time: T + 10_000 },
      { id: 'c', ticker: 'X', price: 4, time: T + 20_000 },
    ]);
    const { body } = await app.get('candles', 'ticker=X');
    expect(body.candles).toEqual([{ time: T, open: 3, high: 5, low: 3, close: 4, count: 3 }]);
  });

  it('without ticks that are more than 60 s ahead, which are counted', async () => {
    const times = [5_999_999, 6_060_000, 6_060_001, 4e15];
    app.backlog.append(times.map((ms) => ({ ...tick(0, 'AHEAD', T + ms), id: `ahead ${ms}` })));
    const { body } = await app.get('candles', 'ticker=AHEAD');
    expect([body.candles.map(({ count }) => count), body.future]).toEqual([[1, 1], 2]);
  });

  it('of a ticker that nobody knows: none', async () => {
    const { status, body } = await app.get('candles', 'ticker=NONE');
    expect([status, body]).toEqual([200, { ticker: 'NONE', interval: '1m', candles: [], future: 0 }]);
  });
});

describe('A parameter that is not as described', () => {
  serve(() => []);

  const ticks: [string, string][] = [
    ['limit=0', 'limit must be an integer from 1 to 5000; it is "0"'],
    ['limit=5001', 'limit must be an integer from 1 to 5000; it is "5001"'],
    ['limit=-1', 'limit must be an integer from 1 to 5000; it is "-1"'],
    ['limit=1e3', 'limit must be an integer from 1 to 5000; it is "1e3"'],
    ['limit=0x10', 'limit must be an integer from 1 to 5000; it is "0x10"'],
    ['limit=1.5', 'limit must be an integer from 1 to 5000; it is "1.5"'],
    ['limit=NaN', 'limit must be an integer from 1 to 5000; it is "NaN"'],
    ['limit=Infinity', 'limit must be an integer from 1 to 5000; it is "Infinity"'],
    ['limit=', 'limit must be an integer from 1 to 5000; it is ""'],
    ['limit=%207', 'limit must be an integer from 1 to 5000; it is " 7"'],
    ['limit=true', 'limit must be an integer from 1 to 5000; it is "true"'],
    ['limit=1&limit=2', 'limit is given more than once'],
    ['ticker=PIP&ticker=ACME', 'ticker is given more than once'],
    ['from=1&from=2', 'from is given more than once'],
    ['limits=7', 'there is no parameter "limits": there are ticker, limit, from, to'],
    ['limit[]=7', 'there is no parameter "limit[]": there are ticker, limit, from, to'],
    ['__proto__=7', 'there is no parameter "__proto__": there are ticker, limit, from, to'],
    ['__proto__[limit]=7', 'there is no parameter "__proto__[limit]": there are ticker, limit, from, to'],
    ['constructor=7', 'there is no parameter "constructor": there are ticker, limit, from, to'],
    ['ticker=', 'ticker must be *, or names of 1-32 of A-Z a-z 0-9 . _ - with commas; it is ""'],
    ['ticker=PIP,', 'ticker must be *, or names of 1-32 of A-Z a-z 0-9 . _ - with commas; it is ""'],
    ['ticker=PIP,*', 'ticker must be *, or names of 1-32 of A-Z a-z 0-9 . _ - with commas; it is "*"'],
    ['ticker=P%20P', 'ticker must be *, or names of 1-32 of A-Z a-z 0-9 . _ - with commas; it is "P P"'],
    ['ticker=%00', 'ticker must be *, or names of 1-32 of A-Z a-z 0-9 . _ - with commas; it is "\\u0000"'],
    [
      `ticker=${'A'.repeat(33)}`,
      `ticker must be *, or names of 1-32 of A-Z a-z 0-9 . _ - with commas; it is "${'A'.repeat(33)}"`,
    ],
    [
      `ticker=${numbers(0, 101).join()}`,
      `ticker must be at most 100 names; it is "${numbers(0, 101).join().slice(0, 99)}…"`,
    ],
    [
      `ticker=${'A,'.repeat(10_000)}A`,
      `ticker must be at most 100 names; it is "${'A,'.repeat(50).slice(0, 99)}…"`,
    ],
    ['from=2&to=2', 'from must be before to'],
    ['from=2024-11-22&to=2024-11-21', 'from must be before to'],
    ...[
      '',
      'now',
      '1e3',
      '1.5',
      '-',
      '+5',
      '0x10',
      'NaN',
      '2025-13',
      '2024-11-21T12:00',
      '2024-11-21 12:00:00Z',
      '99999999999999999',
      '+275761-01-01',
      '2024-11-21T12:00:00z',
    ].map((time): [string, string] => [
      `from=${encodeURIComponent(time)}`,
      `from must be milliseconds since 1970, or ISO 8601 such as 2024-11-21T12:00:01Z; it is "${time}"`,
    ]),
    ...[
      '2025-13-45',
      '2025-02-29',
      '2024-02-30T00:00:00Z',
      '2024-11-21T25:00Z',
      '2024-11-21T12:60Z',
      '2024-11-21T12:00:60Z',
      '2024-11-21T12:00:00+99:99',
    ].map((time): [string, string] => [
      `to=${encodeURIComponent(time)}`,
      `to must be a date and a time that exist; it is "${time}"`,
    ]),
    ['to=8640000000000001', 'to must be within the years -271821 to 275760; it is "8640000000000001"'],
    ['from=-8640000000000001', 'from must be within the years -271821 to 275760; it is "-8640000000000001"'],
  ];
  const candles: [string, string][] = [
    ['', 'ticker is missing'],
    ['ticker=', 'ticker must be a name of 1-32 of A-Z a-z 0-9 . _ -; it is ""'],
    ['ticker=*', 'ticker must be one name; it is "*"'],
    ['ticker=PIP,ACME', 'ticker must be one name; it is "PIP,ACME"'],
    ['ticker=PIP&ticker=ACME', 'ticker is given more than once'],
    ['ticker=PIP&interval=2m', 'interval must be one of 1s, 5s, 15s, 1m, 5m, 1h; it is "2m"'],
    ['ticker=PIP&interval=', 'interval must be one of 1s, 5s, 15s, 1m, 5m, 1h; it is ""'],
    ['ticker=PIP&interval=__proto__', 'interval must be one of 1s, 5s, 15s, 1m, 5m, 1h; it is "__proto__"'],
    ['ticker=PIP&limit=0', 'limit must be an integer from 1 to 1000; it is "0"'],
    ['ticker=PIP&limit=1001', 'limit must be an integer from 1 to 1000; it is "1001"'],
    ['ticker=PIP&to=2025-13-45', 'to must be a date and a time that exist; it is "2025-13-45"'],
    ['ticker=PIP&from=1', 'there is no parameter "from": there are ticker, interval, limit, to'],
  ];

  it.each([
    ...ticks.map((row) => ['ticks', ...row] as const),
    ...candles.map((row) => ['candles', ...row] as const),
  ])('/api/%s?%s is refused with 400', async (path, query, message) => {
    const { status, body } = await app.get(path, query);
    expect([status, body]).toEqual([
      400,
      { statusCode: 400, code: 'bad_request', error: 'Bad Request', message },
    ]);
  });

  it('is repeated up to 100 characters', async () => {
    for (const query of [
      `limit=${'9'.repeat(5_000)}`,
      `from=${'x'.repeat(5_000)}`,
      `${'n'.repeat(5_000)}=1`,
      `ticker=${'t'.repeat(5_000)}`,
    ]) {
      const { status, body } = await app.get('ticks', query);
      expect([status, body.message.length < 250]).toEqual([400, true]);
    }
  });
});

describe('A grant', () => {
  serve(
    () => [tick(0, 'PIP'), tick(1, 'ACME'), tick(2, 'SECRET')],
    () => app.allow('PIP', 'ACME'),
  );

  it('makes of "*" the names that it allows', async () => {
    expect(await prices('')).toEqual([0, 1]);
    expect(await prices('ticker=*')).toEqual([0, 1]);
  });

  it('allows its names', async () => {
    expect(await prices('ticker=PIP')).toEqual([0]);
    expect((await app.get('candles', 'ticker=PIP')).status).toBe(200);
  });

  it.each([
    ['ticks', 'ticker=PIP,SECRET'],
    ['candles', 'ticker=SECRET'],
  ] as const)('refuses /api/%s?%s, and names what is not allowed', async (path, query) => {
    const { status, body } = await app.get(path, query);
    expect([status, body.code, body.message]).toEqual([403, 'forbidden', 'the token does not allow SECRET']);
  });
});

describe('While the backlog is being filled', () => {
  serve(
    () => [tick(0)],
    () => (app.filled = false),
  );

  it.each(['ticks', 'candles'] as const)('/api/%s is not ready', async (path) => {
    const { status, body } = await app.get(path, 'ticker=PIP');
    expect([status, body.code]).toEqual([503, 'filling']);
  });
});
