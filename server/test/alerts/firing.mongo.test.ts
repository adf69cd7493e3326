import type { AlertRule } from '@ticker/protocol';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { Page } from '../metrics/page.ts';
import { AlertStage, ask, now, rule } from './alert-stage.ts';

const patience = { timeout: 30_000, interval: 50 };
let stage: AlertStage;

beforeEach(async () => {
  stage = await AlertStage.open(inject('uri'), 'test_alerts_firing');
});
afterEach(async () => {
  await stage.close();
});

/** Resolves when each of these servers evaluates so many rules. */
async function evaluated(count: number, ...servers: readonly { readonly url: string }[]): Promise<void> {
  for (const { url } of servers) {
    const rules = async () => (await Page.of(url)).value('ticker_alert_rules', { state: 'evaluated' });
    await expect.poll(rules, patience).toBe(count);
  }
}

describe('A rule', () => {
  it('fires once, however many processes see the tick, and every dashboard is told of the same alert', async () => {
    const [one, two] = [await stage.start(), await stage.start()];
    const clients = [await stage.watching(one), await stage.watching(two)];
    const { id } = await rule(one, { note: 'look' });
    // A process that has not heard of a rule yet leaves it to the others.
    await evaluated(1, one, two);
    const [, tick] = await stage.publish(50, 51, 52);
    const [first, second] = await Promise.all(clients.map(({ client }) => client.expect('alert')));
    expect(first!.alert).toMatchObject({
      rule: id,
      ticker: 'PIP',
      note: 'look',
      condition: { type: 'above', price: 50 },
      tick: { id: tick, price: 51 },
    });
    expect(second!.alert).toEqual(first!.alert);
    // What would fire it again has been seen by both, and fired another one.
    await evaluated(0, one, two);
    await rule(two, { condition: { type: 'above', price: 60 } });
    await evaluated(1, one, two);
    await stage.publish(55, 61);
    for (const { client } of clients) expect((await client.expect('alert')).alert.tick.price).toBe(61);
    expect(await stage.db.collection('alerts').countDocuments()).toBe(2);
    expect(await stage.db.collection('queue').countDocuments()).toBe(2);
    // However many matched, one of them fired. Not every process matches: who hears of the firing before it reads
    // the tick has no armed rule any more.
    const total = async (name: string): Promise<number> => {
      const pages = await Promise.all([Page.of(one.url), Page.of(two.url)]);
      return pages.reduce((sum, page) => sum + page.value(name)!, 0);
    };
    await expect.poll(() => total('ticker_alert_firings_total'), patience).toBe(2);
    expect(await total('ticker_alert_matches_total')).toBeGreaterThanOrEqual(2);
  });

  it('that fired says so, with the tick, and fires no more', async () => {
    const server = await stage.start();
    const { client } = await stage.watching(server);
    const made = await rule(server, {});
    expect(made).toMatchObject({ state: 'armed', repeat: 'once', last: null, webhook: null });
    const [tick] = await stage.publish(51);
    const { alert } = await client.expect('alert');
    await expect.poll(async () => (await now(server, made)).last?.delivery.state, patience).toBe('delivered');
    expect(await now(server, made)).toMatchObject({
      state: 'fired',
      last: { alert: alert.id, tick: { id: tick }, time: alert.time },
    });
  });

  it('that fired says so in the list of whoever was told of the alert, though that was asked for just before', async () => {
    const server = await stage.start();
    const { client } = await stage.watching(server);
    await rule(server, {});
    const list = async () => (await ask<{ rules: AlertRule[] }>(server, '/api/alerts')).body.rules;
    expect(await list()).toMatchObject([{ state: 'armed' }]);
    await stage.publish(51);
    await client.expect('alert');
    expect(await list()).toMatchObject([{ state: 'fired' }]);
  });

  it('that fires every time rests as long as its cool-down, and is armed again by itself', async () => {
    const server = await stage.start();
    const { client } = await stage.watching(server);
    const made = await rule(server, { repeat: 'every', coolDownMs: 3_000 });
    const [first, , third] = await stage.publish(51, 52, 53);
    expect((await client.expect('alert')).alert.tick.id).toBe(first);
    expect((await now(server, made)).state).toBe('cooling');
    await expect.poll(async () => (await now(server, made)).state, patience).toBe('armed');
    await stage.held(server, third!);
    const [fourth] = await stage.publish(54);
    expect((await client.expect('alert')).alert.tick.id).toBe(fourth);
  });

  it('that crosses, or moves, is fired by what came before it too', async () => {
    const server = await stage.start();
    const { client } = await stage.watching(server);
    const [before] = await stage.publish(49);
    await stage.held(server, before!);
    const crosses = await rule(server, { condition: { type: 'crosses_up', price: 50 } });
    const moves = await rule(server, { condition: { type: 'moves', percent: 10, window: '1m' } });
    const [crossing, moving] = await stage.publish(51, 60);
    const alerts = [(await client.expect('alert')).alert, (await client.expect('alert')).alert];
    expect(new Map(alerts.map((alert) => [alert.rule, alert.tick.id]))).toEqual(
      new Map([
        [crosses.id, crossing],
        [moves.id, moving],
      ]),
    );
  });
});

describe('After a restart', () => {
  it('over a ring full of old crossings nothing fires', async () => {
    await stage.publish(...Array.from({ length: 500 }, (_, n) => (n % 2 === 0 ? 40 : 60)), 45);
    const before = await stage.start();
    const rules = [
      await rule(before, { condition: { type: 'crosses_up', price: 50 } }),
      await rule(before, { condition: { type: 'crosses_down', price: 50 } }),
      await rule(before, { condition: { type: 'above', price: 59 } }),
    ];
    expect(await before.stop()).toBe(0);
    const after = await stage.start();
    const { client, alerts } = await stage.watching(after);
    expect(alerts).toEqual([]);
    await rule(after, { condition: { type: 'below', price: 45 } });
    await stage.publish(44);
    expect((await client.expect('alert')).alert.tick.price).toBe(44);
    for (const made of rules) expect((await now(after, made)).state).toBe('armed');
    expect(await stage.db.collection('alerts').countDocuments()).toBe(1);
  });

  it('what came while nobody ran fires, by the first such tick', async () => {
    await stage.publish(60, 40);
    const before = await stage.start();
    const { id } = await rule(before, {});
    await before.stop();
    const [, tick] = await stage.publish(45, 55, 65);
    const after = await stage.start();
    await expect.poll(async () => (await stage.watching(after)).alerts.length, patience).toBe(1);
    const { alerts } = await stage.watching(after);
    expect(alerts).toMatchObject([{ rule: id, tick: { id: tick, price: 55 } }]);
  });

  it('of which nobody knows the position any more all that is held is newer, and fires', async () => {
    const before = await stage.start();
    await stage.held(before, (await stage.publish(40)).at(-1)!);
    await rule(before, {});
    await before.stop();
    // The ring turns over once.
    for (let n = 0; n < 11; n++) await stage.publish(...Array.from({ length: 1_000 }, () => 45));
    const [tick] = await stage.publish(55);
    const after = await stage.start();
    await expect
      .poll(async () => (await stage.watching(after)).alerts, patience)
      .toMatchObject([{ tick: { id: tick } }]);
  });

  it('a rule that had cooled down meanwhile is armed again', async () => {
    const before = await stage.start();
    const { client } = await stage.watching(before);
    const made = await rule(before, { repeat: 'every', coolDownMs: 1_000 });
    await stage.publish(51);
    await client.expect('alert');
    await before.stop('SIGKILL');
    const after = await stage.start();
    await expect.poll(async () => (await now(after, made)).state, patience).toBe('armed');
  });
});

describe('A change', () => {
  it('by one process is seen by the other', async () => {
    const [one, two] = [await stage.start(), await stage.start()];
    const { client } = await stage.watching(one);
    const made = await rule(one, { condition: { type: 'above', price: 100 } });
    const body = { condition: { type: 'above', price: 50 } };
    expect(await ask(two, `/api/alerts/${made.id}`, { method: 'PATCH', body })).toMatchObject({
      status: 200,
      body: { ...body, state: 'armed' },
    });
    // Who changed it can't fire it any more.
    await two.stop('SIGKILL');
    const [tick] = await stage.publish(60);
    expect((await client.expect('alert')).alert).toMatchObject({ ...body, tick: { id: tick } });
  });

  it('to another condition, or to paused, or the end of a rule, holds for the next tick', async () => {
    const [one, two] = [await stage.start(), await stage.start()];
    const { client } = await stage.watching(one);
    const [changed, paused, removed] = [await rule(one, {}), await rule(one, {}), await rule(one, {})];
    const patch = (id: string, body: object) => ask(two, `/api/alerts/${id}`, { method: 'PATCH', body });
    await patch(changed.id, { condition: { type: 'above', price: 55 } });
    await patch(paused.id, { state: 'paused' });
    expect((await ask(two, `/api/alerts/${removed.id}`, { method: 'DELETE' })).status).toBe(204);
    await stage.publish(52, 56);
    expect((await client.expect('alert')).alert).toMatchObject({ rule: changed.id, tick: { price: 56 } });
    // Armed again it watches from then on.
    expect((await patch(paused.id, { state: 'armed' })).body.state).toBe('armed');
    await stage.publish(57);
    expect((await client.expect('alert')).alert).toMatchObject({ rule: paused.id, tick: { price: 57 } });
    expect(await stage.db.collection('alerts').countDocuments()).toBe(2);
    expect((await ask(one, `/api/alerts/${removed.id}`)).status).toBe(404);
  });
});

describe('Without alerts', () => {
  it.each([
    ['off', { ALERTS: 'off' }, 404, 'off'],
    ['unavailable', {}, 503, 'unavailable'],
  ])('%s: ticks come all the same, and who asks is told', async (_, environment, status, code) => {
    // A collection of that name, and not capped.
    await stage.db.createCollection('alerts');
    const server = await stage.listening(environment);
    const { client } = await subscribed(server);
    const [id] = await stage.publish(51);
    expect((await client.ticks(1))[0]!.id).toBe(id);
    await expect.poll(async () => (await ask(server, '/api/alerts')).body.code, patience).toBe(code);
    for (const path of ['/api/alerts', '/api/alerts/x', '/api/queue']) {
      expect((await ask(server, path)).status).toBe(status);
    }
    client.send({ type: 'watch', id: 7 });
    expect(await client.expect('error')).toMatchObject({ id: 7, code: 'unavailable' });
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toContain(`ticker_alerts_state{state="${code === 'off' ? 'off' : 'unavailable'}"} 1`);
    expect(await server.stop()).toBe(0);
  });

  it('that were dropped are made again for the next alert', async () => {
    const server = await stage.start();
    await rule(server, {});
    await stage.db.dropCollection('alerts');
    await stage.publish(51);
    await expect.poll(() => stage.db.collection('alerts').countDocuments(), patience).toBe(1);
    expect(await stage.db.collection('alerts').isCapped()).toBe(true);
    await expect.poll(async () => (await stage.watching(server)).alerts.length, patience).toBe(1);
  });

  it('they begin by themselves when what is in their way is gone', async () => {
    await stage.db.createCollection('alerts');
    const server = await stage.listening();
    await expect
      .poll(async () => (await ask(server, '/api/alerts')).body.message, patience)
      .toContain('alerts');
    await stage.db.dropCollection('alerts');
    await expect.poll(async () => (await ask(server, '/api/alerts')).status, patience).toBe(200);
    await rule(server, {});
    const { client } = await stage.watching(server);
    await stage.publish(51);
    await client.expect('alert');
  });

  async function subscribed(server: { readonly url: string }) {
    const { RawClient } = await import('../raw-client.ts');
    const client = await RawClient.open(server.url);
    await client.expect('welcome');
    client.send({ type: 'subscribe', id: 1, tickers: ['*'] });
    await client.expect('subscribed');
    await client.expect('snapshot');
    return { client };
  }
});
