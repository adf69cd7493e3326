import { expect, it } from 'vitest';
import { Sent } from '../../src/hub/sent.ts';

it('knows of each ticker what was sent of it last, and of the others nothing', () => {
  const sent = new Sent();
  sent.add('PIP', { from: 1, to: 5 });
  sent.add('ACME', { from: 2, to: 9 });
  sent.add('PIP', { from: 7, to: 8 });
  expect(sent.of('PIP')).toEqual({ from: 7, to: 8 });
  expect(sent.of('ACME')).toEqual({ from: 2, to: 9 });
  expect(sent.of('CGN')).toEqual({ from: 0, to: 0 });
  expect([...sent.names]).toEqual(['PIP', 'ACME']);
});

it('what was sent of all stands for every ticker of which no later one was', () => {
  const sent = new Sent();
  sent.add('PIP', { from: 1, to: 5 });
  sent.add('CGN', { from: 1, to: 4 });
  sent.add('ACME', { from: 2, to: 9 });
  sent.add('*', { from: 3, to: 5 });
  expect([...sent.names]).toEqual(['ACME']);
  expect(sent.of('PIP')).toEqual({ from: 3, to: 5 });
  expect(sent.of('*')).toEqual({ from: 3, to: 5 });
});

it('of more than a thousand tickers the highest position stands for them all', () => {
  const sent = new Sent();
  for (let n = 1; n <= 1_000; n++) sent.add(`T${n}`, { from: n, to: n + 3 });
  expect(sent.of('T7')).toEqual({ from: 7, to: 10 });
  expect([...sent.names]).toHaveLength(1_000);
  sent.add('PIP', { from: 5, to: 500 });
  expect([...sent.names]).toEqual([]);
  for (const name of ['PIP', 'T7', 'T1000', 'CGN']) expect(sent.of(name)).toEqual({ from: 1_003, to: 1_003 });
});

it('of that many tickers none takes back what was sent of all', () => {
  const sent = new Sent();
  sent.add('*', { from: 0, to: 50 });
  for (let n = 0; n <= 1_001; n++) sent.add(`T${n}`, { from: n, to: n + 60 });
  expect(sent.of('*').to).toBe(1_060);
  sent.add('*', { from: 2_000, to: 3_000 });
  expect(sent.of('T7')).toEqual({ from: 2_000, to: 3_000 });
});
