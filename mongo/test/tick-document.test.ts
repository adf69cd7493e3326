import { Binary, Decimal128, Double, Int32, Long, MinKey, ObjectId, Timestamp, UUID } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { readTick } from '../src/tick-document.ts';
import { decodeId, encodeId } from '../src/wire-id.ts';

const time = new Date('2024-11-21T12:00:01.123Z');
const _id = new ObjectId('507f1f77bcf86cd799439011');
const document = { _id, time, ticker: 'PIP', price: 44.51 };

describe('Tick document', () => {
  it('is a tick with the id, the time in milliseconds, the ticker and the price', () => {
    expect(readTick(document)).toEqual({
      id: '507f1f77bcf86cd799439011',
      time: 1732190401123,
      ticker: 'PIP',
      price: 44.51,
    });
  });

  it.each([
    ['a number', 44.51, 44.51],
    ["a numeric string, as in the article's example", '44.51', 44.51],
    ['a numeric string with an exponent', '-1e3', -1000],
    ['a numeric string with a long exponent and its sign', '1.5E-12', 1.5e-12],
    ['a numeric string with a positive exponent', '25e+10', 25e10],
    ['a numeric string without a leading zero', '.25', 0.25],
    ['a Decimal128', Decimal128.fromString('0.1'), 0.1],
    ['a Long beyond 2^53', Long.fromString('9007199254740993'), 9007199254740992],
    ['an Int32 object', new Int32(3), 3],
    ['a Double object', new Double(1.5), 1.5],
  ])('reads the price from %s', (_name, price, expected) => {
    expect(readTick({ ...document, price })).toMatchObject({ price: expected });
  });

  it.each([
    ['no _id', { _id: undefined }],
    ['an _id that is too long', { _id: 'x'.repeat(1_000_000) }],
    ['no time', { time: undefined }],
    ['a time that is a number', { time: 1732190401123 }],
    ['a time that no Date can hold', { time: new Date(NaN) }],
    ['a ticker that is empty', { ticker: '' }],
    ['a ticker of 33 characters', { ticker: 'A'.repeat(33) }],
    ['a ticker that is "*"', { ticker: '*' }],
    ['a ticker that is an object', { ticker: { $gt: '' } }],
    ['no price', { price: undefined }],
    ['a price of null', { price: null }],
    ['a price that is NaN', { price: NaN }],
    ['a price that is Infinity', { price: Infinity }],
    ['a Decimal128 of infinity', { price: Decimal128.fromString('Infinity') }],
    ['an empty string as price', { price: '' }],
    ['a price in words', { price: '44.51 EUR' }],
    ['a hexadecimal price', { price: '0x10' }],
    ['a price that is a list', { price: ['44.51'] }],
    ['a price that is a date', { price: time }],
  ])('is no tick with %s, and says which field is wrong', (_name, change) => {
    const [field] = Object.keys(change);
    expect(readTick({ ...document, ...change })).toMatch(new RegExp(`^${field} is `));
  });
});

describe('Ids', () => {
  it.each([
    ['ObjectId', _id],
    ['string', 'abc'],
    ['empty string', ''],
    ['integer', 7],
    ['negative double', -1.5],
    ['long', Long.fromString('9007199254740993')],
    ['date', time],
    ['document', { publisher: 'a', sequence: 3 }],
    ['UUID', new UUID()],
    ['binary', new Binary(Buffer.from([1, 2, 3]))],
    ['timestamp', new Timestamp({ t: 1, i: 2 })],
    ['null', null],
    ['boolean', true],
    ['MinKey', new MinKey()],
  ])('a %s goes over the wire and back', (_name, id) => {
    const text = encodeId(id)!;
    expect(text).toMatch(/^[0-9a-f]{24}$|^~[A-Za-z0-9_-]+$/);
    const back = decodeId(text)!;
    expect(encodeId(back.id)).toBe(text);
  });

  it('a string of 24 hex digits is not mistaken for an ObjectId', () => {
    expect(encodeId('507f1f77bcf86cd799439011')).not.toBe(encodeId(_id));
  });

  it('an integer is told from a double, as canonical EJSON tells them', () => {
    const canonical = Buffer.from('{"$numberInt":"7"}').toString('base64url');
    expect(encodeId(7)).toBe(`~${canonical}`);
  });

  it('may have 200 characters on the wire, and not one more', () => {
    const longest = encodeId('x'.repeat(147))!;
    expect(longest).toHaveLength(200);
    expect(decodeId(longest)).toEqual({ id: 'x'.repeat(147) });
    expect(encodeId('x'.repeat(148))).toBeUndefined();
    expect(
      decodeId(`~${Buffer.from(JSON.stringify('x'.repeat(148))).toString('base64url')}`),
    ).toBeUndefined();
  });

  it.each([
    '',
    'x',
    '~',
    '~!!',
    '~bm90IGpzb24',
    `~${'A'.repeat(300)}`,
    // What would be one with a tilde before it, and what is more than an ObjectId.
    `x${Buffer.from('"abc"').toString('base64url')}`,
    'x507f1f77bcf86cd799439011',
    '507f1f77bcf86cd799439011x',
  ])('"%s" is no id', (text) => {
    expect(decodeId(text)).toBeUndefined();
  });
});
