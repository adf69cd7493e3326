import { describe, expect, it } from 'vitest';
import { ANY_MEMBER, parseTagSets, rankOf } from '../src/tag-sets.ts';

describe('Tag sets', () => {
  it('are read in order of preference; the empty one is any member', () => {
    expect(parseTagSets('region:eu, usage:ticker; region:eu;')).toEqual([
      { region: 'eu', usage: 'ticker' },
      { region: 'eu' },
      {},
    ]);
  });

  it('may have blanks around names, values and commas', () => {
    expect(parseTagSets(' region : eu , , usage:ticker ')).toEqual([{ region: 'eu', usage: 'ticker' }]);
  });

  it.each(['region', ':eu', ':eu:west', 'region:', 'region:eu\nwest', 'region:eu;usage'])(
    '"%s" holds what is no tag',
    (text) => {
      expect(() => parseTagSets(text)).toThrow('is no tag: write name:value');
    },
  );

  it('rank a member by the first set of which it has all tags', () => {
    const sets = parseTagSets('region:eu,usage:ticker;region:eu;');
    expect(rankOf({ region: 'eu', usage: 'ticker', rack: '7' }, sets)).toBe(0);
    expect(rankOf({ region: 'eu', usage: 'reports' }, sets)).toBe(1);
    expect(rankOf({}, sets)).toBe(2);
    expect(rankOf({ region: 'us' }, sets.slice(0, 2))).toBe(Infinity);
    expect(rankOf({ region: 'us' }, ANY_MEMBER)).toBe(0);
  });
});
