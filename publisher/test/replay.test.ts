import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { openReplay, type ReplayOptions } from '../src/replay.ts';
import type { SourceTick } from '../src/source.ts';
import { collect } from './collect.ts';

const folder = mkdtempSync(join(tmpdir(), 'ticker-replay-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { signal } = new AbortController();

async function replay(file: string, options: Partial<ReplayOptions> = {}): Promise<SourceTick[]> {
  const { source } = await openReplay({ file, onBadLine: vi.fn(), signal, ...options });
  return collect(source);
}

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('the files of vega-datasets, as they are', () => {
  test('stocks.csv: 560 prices of five tickers', async () => {
    const onBadLine = vi.fn();
    const ticks = await replay('stocks.csv', { onBadLine });
    expect(onBadLine).not.toHaveBeenCalled();
    expect(ticks).toHaveLength(560);
    expect(ticks[0]).toMatchObject({ ticker: 'MSFT', time: new Date('2000-01-01T00:00:00Z'), price: 39.81 });
    expect(ticks.at(-1)).toMatchObject({
      ticker: 'AAPL',
      time: new Date('2010-03-01T00:00:00Z'),
      price: 223.02,
    });
    expect(new Set(ticks.map(({ ticker }) => ticker))).toEqual(
      new Set(['MSFT', 'AMZN', 'IBM', 'GOOG', 'AAPL']),
    );
  });

  test('sp500.csv: 123 prices of SP500, as the file is called', async () => {
    const onBadLine = vi.fn();
    const ticks = await replay('sp500.csv', { onBadLine, timed: true });
    expect(onBadLine).not.toHaveBeenCalled();
    expect(ticks).toHaveLength(123);
    expect(ticks[0]).toMatchObject({
      ticker: 'SP500',
      time: new Date('2000-01-01T00:00:00Z'),
      price: 1394.46,
    });
    expect(ticks.at(-1)).toMatchObject({
      ticker: 'SP500',
      time: new Date('2010-03-01T00:00:00Z'),
      price: 1140.45,
    });
  });

  test('stocks.csv with --tickers: those only', async () => {
    const ticks = await replay('stocks.csv', { tickers: ['IBM', 'AAPL'] });
    expect(new Set(ticks.map(({ ticker }) => ticker))).toEqual(new Set(['IBM', 'AAPL']));
    expect(ticks).toHaveLength(246);
  });

  test('sp500.csv with --tickers: the first is its name', async () => {
    const [tick] = await replay('sp500.csv', { tickers: ['SPX', 'PIP'] });
    expect(tick?.ticker).toBe('SPX');
  });

  test('the last price ends where the file does', async () => {
    const { source, size } = await openReplay({ file: 'sp500.csv', onBadLine: vi.fn(), signal });
    expect((await collect(source)).at(-1)?.offset).toBe(size);
  });
});

describe('a file', () => {
  test('of NDJSON is known by its first character', async () => {
    const file = write('prices.txt', '\n{"ticker":"PIP","price":1,"time":"2000-01-01"}\n{"close":2}\n');
    expect(await replay(file)).toMatchObject([
      { ticker: 'PIP', price: 1, time: new Date('2000-01-01') },
      { ticker: 'PRICES', price: 2 },
    ]);
  });

  test('with bad lines tells their numbers, and the rest goes on', async () => {
    const onBadLine = vi.fn();
    const file = write(
      'bad.csv',
      'date,price\r\nJan 1 2000,1\r\nJan 2 2000,x\r\n\r\n"Jan 3,3\r\nsomeday,4\r\nJan 5 2000,5',
    );
    const ticks = await replay(file, { onBadLine });
    expect(ticks.map(({ price }) => price)).toEqual([1, 5]);
    expect(onBadLine.mock.calls).toEqual([
      [3, 'price is not a number: "x"'],
      [5, String.raw`its quotes are not closed, or not alone in their cell: "\"Jan 3,3"`],
      [6, 'date is not a time: "someday"'],
    ]);
  });

  test('with an endless line tells it, and the rest goes on', async () => {
    const onBadLine = vi.fn();
    const file = write('long.csv', `price\n1\n${'9'.repeat(300_000)}\n2\n`);
    expect((await replay(file, { onBadLine })).map(({ price }) => price)).toEqual([1, 2]);
    expect(onBadLine.mock.calls).toEqual([[3, 'it is longer than 64 KiB']]);
  });

  test('larger than what is read at once keeps its order', async () => {
    const prices = Array.from({ length: 50_000 }, (_, i) => i);
    const ticks = await replay(write('large.csv', `price\n${prices.join('\n')}`));
    expect(ticks.map(({ price }) => price)).toEqual(prices);
  });

  test.for([
    ['is not there', 'missing.csv', 'there is no such file'],
    ['is a folder', '.', 'it is a folder'],
    ['is empty', write('empty.csv', '\n\n'), 'it is empty'],
    [
      'has no prices',
      write('people.csv', 'name,age\nAda,36\n'),
      'its first line names no column price or close',
    ],
  ] as const)('that %s is refused', async ([, name, why]) => {
    const file = join(folder, name.replace(folder, ''));
    await expect(replay(file)).rejects.toThrow(`--replay ${file}: ${why}`);
  });

  test('without times is refused with --speed', async () => {
    const file = write('timeless.csv', 'price\n1\n');
    await expect(replay(file, { timed: true })).rejects.toThrow(
      /no column time, date or timestamp, for --speed/,
    );
  });

  test('ends where it is when the signal aborts', async () => {
    const stop = new AbortController();
    const file = write('endless.csv', `price\n${'1\n'.repeat(200_000)}`);
    const { source } = await openReplay({ file, onBadLine: vi.fn(), signal: stop.signal });
    let count = 0;
    for await (const chunk of source) {
      count += chunk.length;
      stop.abort();
    }
    expect(count).toBeLessThan(200_000);
  });
});
