import type { WatchedRule } from '@ticker/mongo';
import { beforeEach, describe, expect, it } from 'vitest';
import { Mirror } from '../../src/alerts/mirror.ts';

let said: string[];
let mirror: Mirror;

beforeEach(() => {
  said = [];
  mirror = new Mirror({
    evaluator: {
      remove: (id) => void said.push(`remove ${id}`),
      disarm: (id) => void said.push(`disarm ${id}`),
    },
    arming: {
      arm: (rules) =>
        void said.push(`arm ${rules.map(({ id, generation }) => `${id}:${generation}`).join()}`),
    },
    coolDowns: {
      add: ({ id, generation }, ms) => void said.push(`cool ${id}:${generation} ${ms}`),
      remove: (id) => void said.push(`no cool ${id}`),
    },
  });
});

function rule(id: string, generation: number, coolingMs: number | null = null): WatchedRule {
  const watched = { id, generation, coolingMs, position: null, ticker: 'PIP' };
  return watched as Partial<WatchedRule> as WatchedRule;
}

function all(...rules: WatchedRule[]): string[] {
  said = [];
  mirror.take({ type: 'all', rules });
  return said;
}

function changed(rules: WatchedRule[], removed: string[] = []): string[] {
  said = [];
  mirror.take({ type: 'changed', rules, removed });
  return said;
}

describe('The mirror', () => {
  it('has armed rules evaluated, together, and cooling ones armed later', () => {
    expect(all(rule('a', 1), rule('b', 2, 500), rule('c', 1))).toEqual([
      'no cool a',
      'disarm a',
      'no cool b',
      'disarm b',
      'cool b:2 500',
      'no cool c',
      'disarm c',
      'arm a:1,c:1',
    ]);
    expect(mirror.size).toBe(3);
  });

  it('leaves alone what is read anew and is as it was: it may have fired here, and be on its way', () => {
    all(rule('a', 1));
    expect(all(rule('a', 1))).toEqual([]);
    expect(changed([rule('a', 1)])).toEqual([]);
  });

  it('is not misled by what comes late', () => {
    all(rule('a', 3, 500));
    expect(changed([rule('a', 2)])).toEqual([]);
  });

  it('stops evaluating what another process fired', () => {
    all(rule('a', 1));
    expect(changed([rule('a', 2, 500)])).toEqual(['no cool a', 'disarm a', 'cool a:2 500']);
    expect(mirror.isArmed({ id: 'a', generation: 2 })).toBe(false);
  });

  it('forgets what is gone, also where that is known by its absence alone', () => {
    all(rule('a', 1), rule('b', 1));
    expect(changed([], ['a'])).toEqual(['no cool a', 'remove a']);
    expect(all()).toEqual(['no cool b', 'remove b']);
    expect(mirror.size).toBe(0);
  });

  it('knows which are armed, at which generation', () => {
    all(rule('a', 1));
    expect(mirror.isArmed({ id: 'a', generation: 1 })).toBe(true);
    changed([rule('a', 3)]);
    expect(mirror.isArmed({ id: 'a', generation: 1 })).toBe(false);
    expect(mirror.isArmed({ id: 'a', generation: 3 })).toBe(true);
    expect(mirror.isArmed({ id: 'b', generation: 1 })).toBe(false);
  });
});
