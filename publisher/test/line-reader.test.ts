import { describe, expect, test } from 'vitest';
import { csvReader, jsonReader, plainReader } from '../src/line-reader.ts';

const time = new Date('2000-01-01T00:00:00Z');

describe('CSV', () => {
  test.for([
    ['symbol,date,price', 'MSFT,Jan 1 2000,39.81'],
    ['Price;TIMESTAMP;Ticker', '39.81;2000-01-01;MSFT'],
    ['volume\tTime\tclose\tSYMBOL', '7\t"2000-01-01"\t 39.81 \tMSFT'],
    ['"open","close","date","ticker"', '1,39.81,"Jan 1, 2000","MSFT"'],
  ] as const)('%s: columns are found by their names', ([header, line]) => {
    expect(csvReader(header, 'PIP').read(line)).toEqual({ ticker: 'MSFT', time, price: 39.81 });
  });

  test('price comes before close, ticker before symbol, time before date', () => {
    const { columns } = csvReader('close,price,symbol,ticker,date,time', 'PIP');
    expect(columns).toEqual({ price: 'price', ticker: 'ticker', time: 'time' });
  });

  test('without a column for the ticker it is the fallback', () => {
    expect(csvReader('date,price', 'SP500').read('Jan 1 2000,1394.46')).toMatchObject({ ticker: 'SP500' });
  });

  test.for([
    ['MSFT,Jan 1 2000,n/a', 'price is not a number: "n/a"'],
    ['MSFT,Jan 1 2000,', 'price is not a number: ""'],
    ['MSFT,Jan 1 2000', 'price is not a number: missing'],
    ['MSFT,someday,1', 'date is not a time: "someday"'],
    ['M S,Jan 1 2000,1', 'symbol is not 1-32 of letters, digits, dot, underscore, hyphen: "M S"'],
    [
      '"MSFT,Jan 1 2000,1',
      String.raw`its quotes are not closed, or not alone in their cell: "\"MSFT,Jan 1 2000,1"`,
    ],
  ] as const)('%s: the reason is given', ([line, why]) => {
    expect(csvReader('symbol,date,price', 'PIP').read(line)).toBe(why);
  });
});

describe('NDJSON', () => {
  test('fields are found by their names', () => {
    const line = '{"Symbol":"MSFT","date":"2000-01-01","close":"39.81","volume":7}';
    expect(jsonReader('PIP')(line)).toEqual({ ticker: 'MSFT', time, price: 39.81 });
  });

  test.for([
    ['{', 'it is no JSON: "{"'],
    ['[1]', 'it is no JSON object: "[1]"'],
    ['null', 'it is no JSON object: "null"'],
    ['{"ticker":"PIP"}', 'it has no price (nor close)'],
    ['{"price":null}', 'price is not a number: null'],
    ['{"price":1e999}', 'price is not a number: null'],
  ] as const)('%s: the reason is given', ([line, why]) => {
    expect(jsonReader('PIP')(line)).toBe(why);
  });
});

describe('plain lines', () => {
  test.for([
    ['44.51', { ticker: 'PIP', price: 44.51 }],
    ['ACME 3', { ticker: 'ACME', price: 3 }],
    ['ACME, -0.5', { ticker: 'ACME', price: -0.5 }],
    ['{"price":1,"time":"2000-01-01"}', { ticker: 'PIP', price: 1, time }],
  ] as const)('%s is a tick', ([line, tick]) => {
    expect(plainReader('PIP')(line)).toEqual(tick);
  });

  test.for([['ACME'], ['ACME 1 2'], ['ACME x'], ['1 ACME'], ['Infinity'], ['ACME $5']])(
    '%s is none',
    ([line]) => {
      expect(plainReader('PIP')(line!)).toBe(`it is not TICKER PRICE, nor JSON: ${JSON.stringify(line)}`);
    },
  );
});
