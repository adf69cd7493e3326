import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handOn } from '../../src/follow.ts';
import type { RawClient } from '../raw-client.ts';
import { RunningApp } from '../running-app.ts';
import { Page } from './page.ts';

const NOW = 1_732_190_500_000;
const LATENCY = 'ticker_delivery_latency_seconds';
let app: RunningApp;
let made = 0;

beforeEach(async () => {
  app = await RunningApp.start();
  app.now = () => NOW;
});
afterEach(async () => {
  await app.stop();
});

/** Ticks that are so old, in milliseconds, come as from a tail. */
function deliver(ages: readonly number[], live = true): void {
  const ticks = ages.map((age) => ({ id: `d${made++}`, time: NOW - age, ticker: 'PIP', price: 1 }));
  handOn({ type: 'ticks', ticks, live }, app.hub, app.rate);
}

async function subscribed(): Promise<RawClient> {
  const client = await app.greeted();
  client.send({ type: 'subscribe', id: 1, tickers: ['PIP'] });
  await client.expect('subscribed');
  await client.expect('snapshot');
  return client;
}

describe('ticker_delivery_latency_seconds', () => {
  it("is the age of each tick by its publisher's clock, once however many subscribers", async () => {
    const clients = [await subscribed(), await subscribed(), await subscribed()];
    deliver([3, 40, 700, 60_000]);
    for (const client of clients) await client.ticks(4);
    const page = await Page.of(app.url);
    expect(page.value(`${LATENCY}_count`)).toBe(4);
    expect(page.value(`${LATENCY}_sum`)).toBeCloseTo(60.743, 9);
    const below = page.values(`${LATENCY}_bucket`);
    expect(below).toMatchObject({
      '0.002': 0,
      '0.005': 1,
      '0.03': 1,
      '0.05': 2,
      '0.5': 2,
      '1': 3,
      '10': 3,
      '+Inf': 4,
    });
  });

  it('takes a tick of the future as 0', async () => {
    const client = await subscribed();
    deliver([-5_000]);
    await client.ticks(1);
    const page = await Page.of(app.url);
    expect(page.value(`${LATENCY}_bucket`, { le: '0.001' })).toBe(1);
    expect(page.value(`${LATENCY}_sum`)).toBe(0);
  });

  it('is not measured while nobody is subscribed', async () => {
    await app.greeted();
    deliver([10]);
    const client = await subscribed();
    deliver([20]);
    await client.ticks(1);
    const page = await Page.of(app.url);
    expect(page.value('ticker_ticks_received_total')).toBe(2);
    expect(page.value(`${LATENCY}_count`)).toBe(1);
    expect(page.value(`${LATENCY}_sum`)).toBeCloseTo(0.02, 9);
  });

  it('is not measured of ticks that the topic held already', async () => {
    const client = await subscribed();
    deliver([86_400_000, 3_600_000], false);
    await client.ticks(2);
    deliver([5]);
    await client.ticks(1);
    const page = await Page.of(app.url);
    expect(page.value(`${LATENCY}_count`)).toBe(1);
    expect(page.value(`${LATENCY}_sum`)).toBeCloseTo(0.005, 9);
  });
});
