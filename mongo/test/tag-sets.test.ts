import { describe, expect, it } from 'vitest';
import { parseTagSets, rankOf } from '../src/tag-sets.ts';

describe('Tag sets', () => {
  it('are read in order of preference; the empty one is any member', () => {
    expect(parseTagSets('region:eu, usage:ticker; region:eu;')).toEqual([
      { region: 'eu', usage: 'ticker' },
      { region: 'eu' },
      {},
    ]);
  });

  it.each(['region', ':eu', 'region:', 'region:eu;usage'])('"%s" holds what is no tag', (text) => {
    expect(() => parseTagSets(text)).toThrow('is no tag: write name:value');
  });

  it('rank a member by the first set of which it has all tags', () => {
    const sets = parseTagSets('region:eu,usage:ticker;region:eu;');
    expect(rankOf({ region: 'eu', usage: 'ticker', rack: '7' }, sets)).toBe(0);
    expect(rankOf({ region: 'eu', usage: 'reports' }, sets)).toBe(1);
    expect(rankOf({}, sets)).toBe(2);
    expect(rankOf({ region: 'us' }, sets.slice(0, 2))).toBe(Infinity);
  });
});
