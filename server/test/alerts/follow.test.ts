import { expect, it } from 'vitest';
import { Evaluator } from '../../src/alerts/evaluator.ts';
import { handOn } from '../../src/follow.ts';
import { Hub } from '../../src/hub/hub.ts';
import { Rate } from '../../src/rate.ts';

it('Every tick is evaluated, also where the backlog holds fewer than come at once', () => {
  const hub = new Hub(2, 0, { now: () => 0, after: () => {} });
  const evaluator = new Evaluator(hub.backlog, () => 0);
  const one = { id: 'a', generation: 1, ticker: 'PIP', condition: { type: 'above', price: 4 } } as const;
  const two = { ...one, id: 'b', condition: { type: 'below', price: 1 } } as const;
  const joining = [one, two].map((rule) => ({ rule, from: 0 }));
  expect([...evaluator.join(joining)].flat()).toEqual([]);
  const ticks = [5, 1, 1, 1, 0].map((price, n) => ({ id: `t${n}`, time: 0, ticker: 'PIP', price }));
  const fired: string[] = [];
  handOn({ type: 'ticks', ticks, live: true }, hub, new Rate(() => 0), {
    onTicks: () => fired.push(...evaluator.evaluate().map(({ tick }) => tick.id)),
  });
  expect(fired).toEqual(['t0', 't4']);
  expect(evaluator.missed).toBe(0);
});
