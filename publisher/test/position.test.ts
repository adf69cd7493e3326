import type { Tick } from '@ticker/protocol';
import { describe, expect, test } from 'vitest';
import { Position } from '../src/position.ts';

function tick(id: string): Tick {
  return { id, time: 0, ticker: 'PIP', price: 1 };
}

type Script = readonly (string | 'filled' | 'gap' | 'recreated')[];

/** What is shown of a script: ticks by their ids, "a b" is one item. */
function shown(from: string, script: Script): string[] {
  const position = new Position(from);
  const items = script.flatMap((word) => {
    if (word === 'filled') return position.take({ type: 'filled' });
    if (word === 'gap' || word === 'recreated')
      return position.take({ type: 'gap', recreated: word === 'recreated' });
    return position.take({ type: 'ticks', ticks: word.split(' ').map(tick), live: true });
  });
  return items.flatMap((item) => (item.type === 'gap' ? ['gap'] : item.ticks.map(({ id }) => id)));
}

describe('a consumer that begins', () => {
  test.for([
    ['start', ['a b', 'filled', 'c'], ['a', 'b', 'c']],
    ['start', ['a', 'gap', 'b', 'filled'], ['a', 'gap', 'b']],
    ['now', ['a b', 'filled', 'c', 'gap', 'd'], ['c', 'gap', 'd']],
    ['now', ['a', 'gap', 'b', 'filled', 'c'], ['c']],
    ['b', ['a b c', 'd', 'filled', 'e'], ['c', 'd', 'e']],
    ['b', ['a', 'gap', 'b', 'c', 'filled'], ['c']],
    ['x', ['a', 'b', 'filled', 'c'], ['gap', 'a', 'b', 'c']],
    ['x', ['a', 'recreated', 'b', 'filled'], ['gap', 'b']],
    ['x', ['filled', 'a'], ['gap', 'a']],
  ] as const)('at %s, given %j, shows %j', ([from, script, expected]) => {
    expect(shown(from, script)).toEqual(expected);
  });
});
