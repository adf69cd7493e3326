import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { UsageError } from '../src/errors.ts';
import { readOptions } from '../src/options.ts';

const read = (...args: string[]): ReturnType<typeof readOptions> => readOptions(['node', 'main.js', ...args]);

beforeEach(() => {
  for (const name of ['TOPIC', 'CAPPED_SIZE', 'CAPPED_MAX']) vi.stubEnv(name, undefined);
  vi.stubEnv('MONGODB_URI', 'mongodb://127.0.0.1/');
});
afterEach(() => vi.unstubAllEnvs());

describe('options', () => {
  test('without any are the article’s publisher on the topic finance.ticker', () => {
    expect(read()).toEqual({
      uri: 'mongodb://127.0.0.1/',
      topic: 'finance.ticker',
      cappedSize: 16 * 1024 * 1024,
      cappedMax: 100_000,
    });
  });

  test('come from the command line', () => {
    const words =
      '--uri mongodb://h/ --topic a.b --tickers PIP,ACME,PIP --rate 0.2 --count 5 --seed 1 --model uniform --json';
    expect(read(...words.split(' '))).toMatchObject({
      uri: 'mongodb://h/',
      topic: 'a.b',
      tickers: ['PIP', 'ACME'],
      rate: 0.2,
      count: 5,
      seed: 1,
      model: 'uniform',
      json: true,
    });
  });

  test('come from the environment', () => {
    vi.stubEnv('TOPIC', 'x.y');
    vi.stubEnv('CAPPED_SIZE', '100000');
    vi.stubEnv('CAPPED_MAX', '0');
    expect(read()).toMatchObject({ topic: 'x.y', cappedSize: 100_000, cappedMax: 0 });
  });

  test.for([
    [
      '--rate 0',
      "option '--rate <n>' argument '0' is invalid. It must be a number above 0 and at most 20000",
    ],
    [
      '--rate 20001',
      "option '--rate <n>' argument '20001' is invalid. It must be a number above 0 and at most 20000",
    ],
    [
      '--rate fast',
      "option '--rate <n>' argument 'fast' is invalid. It must be a number above 0 and at most 20000",
    ],
    ['--rate', "option '--rate <n>' argument missing"],
    [
      '--count 1.5',
      "option '--count <n>' argument '1.5' is invalid. It must be a number without a fraction, at least 1",
    ],
    [
      '--model sine',
      "option '--model <name>' argument 'sine' is invalid. Allowed choices are walk, uniform.",
    ],
    [
      '--tickers PIP,,ACME',
      "option '--tickers <names>' argument 'PIP,,ACME' is invalid. " +
        'It must be names with commas between, each 1-32 of letters, digits, dot, _ and -',
    ],
    [
      '--topic ticker',
      "option '--topic <name>' argument 'ticker' is invalid. It must be database.collection, such as finance.ticker",
    ],
    ['--speed 2', "option '--speed <n>' is for --replay only"],
    ['--replay a --speed 2 --rate 1', "option '--speed <n>' cannot be used with option '--rate <n>'"],
    ['--replay a --stdin', "option '--replay <file>' cannot be used with option '--stdin'"],
    ['--stdin --seed 1', "option '--stdin' cannot be used with option '--seed <n>'"],
    ['--rat 1', "unknown option '--rat' (Did you mean --rate?)"],
    ['PIP', 'too many arguments. Expected 0 arguments but got 1.'],
  ] as const)('%s is refused in one line', ([words, message]) => {
    expect(() => read(...words.split(' '))).toThrow(new UsageError(message));
  });

  test('of the environment that are bad are named', () => {
    vi.stubEnv('CAPPED_MAX', 'many');
    expect(() => read()).toThrow(/value 'many' from env 'CAPPED_MAX' is invalid. It must be a number/);
  });

  test.for([[undefined], ['']])('with MONGODB_URI %j say how to set it', ([value]) => {
    vi.stubEnv('MONGODB_URI', value);
    expect(() => read()).toThrow(
      'MONGODB_URI is not set: give the connection string of a replica set by it or by --uri; npm start prints one',
    );
  });
});
