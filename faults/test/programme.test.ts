import { expect, it } from 'vitest';
import type { Fault } from '../src/fault/fault.ts';
import { faults, SHORT } from '../src/fault/faults.ts';
import { chains, eachAlone } from '../src/play/programme.ts';

const named = (name: string, over: Partial<Fault> = {}): Fault => ({
  name,
  about: '',
  holdMs: 0,
  gaps: 'none',
  inject: () => Promise.reject(new Error('not played here')),
  ...over,
});
const three = [named('a'), named('b'), named('c', { alone: true })];

/** The first chains of a seed, by name. */
function firstChains(seed: number): string[] {
  const endless = chains(three, seed);
  return Array.from({ length: 20 }, () =>
    (endless.next().value as { faults: Fault[] }).faults.map(({ name }) => name).join(''),
  );
}

it('each fault is played as often as asked, each time by another seed', () => {
  const plays = [...eachAlone(three, 7, 2)].map((entry) => `${entry.faults[0]!.name}${entry.seed}`);
  expect(plays).toEqual(['a7', 'b7', 'c7', 'a8', 'b8', 'c8']);
});

it('chains are the same for the same seed, of two to four faults that can be joined', () => {
  expect(firstChains(1)).toEqual(firstChains(1));
  expect(firstChains(1)).not.toEqual(firstChains(2));
  for (const chain of firstChains(3)) expect(chain).toMatch(/^[ab]{2,4}$/);
});

it('a fault with a setting of its own is in no chain', () => {
  expect(faults.filter(({ setting, alone }) => setting && !alone)).toEqual([]);
});

it('the names are names, and the short choice is of them', () => {
  const names = faults.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of SHORT) expect(names).toContain(name);
});
