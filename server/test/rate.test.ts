import type { Tick } from '@ticker/protocol';
import { describe, expect, it } from 'vitest';
import { handOn } from '../src/follow.ts';
import { Hub } from '../src/hub/hub.ts';
import { Rate } from '../src/rate.ts';

const tick = (n: number): Tick => ({ id: `t${n}`, time: n, ticker: 'PIP', price: 1 });

describe('The rate', () => {
  let now = 0;
  const ticks = Array.from({ length: 100 }, (_, n) => tick(n));

  it('is of the last ten whole seconds', () => {
    now = 0;
    const rate = new Rate(() => now);
    for (now = 0; now < 20_000; now += 100) rate.add(1);
    expect(rate.perSecond).toBe(10);
  });

  it('does not take the ring that a start reads for ticks of that second', () => {
    now = 0;
    const rate = new Rate(() => now);
    const hub = new Hub(1_000, 0, { now: () => now, after: () => {} });
    handOn({ type: 'ticks', ticks, live: false }, hub, rate);
    now = 1_000;
    handOn({ type: 'ticks', ticks: [tick(100), tick(101)], live: true }, hub, rate);
    now = 2_000;
    expect(rate.perSecond).toBe(1);
    expect(rate.total).toBe(102);
  });
});
