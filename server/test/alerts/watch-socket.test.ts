import { afterEach, beforeEach, expect, it } from 'vitest';
import { RunningApp } from '../running-app.ts';

// PROTOCOL.md, "watch", on a real socket of the real app.

let app: RunningApp;
beforeEach(async () => {
  app = await RunningApp.start();
});
afterEach(async () => {
  await app.stop();
});

it('alerts come, without their owner', async () => {
  const client = await app.greeted();
  client.send({ type: 'watch', id: 1 });
  expect(await client.expect('watching')).toEqual({ type: 'watching', id: 1, alerts: [] });
  const tick = { id: 't', time: 0, ticker: 'PIP', price: 2 };
  const condition = { type: 'above', price: 1 } as const;
  const alert = { id: 'a', rule: 'r', ticker: 'PIP', condition, note: '', tick, time: 0 };
  app.alerts.log.take({ type: 'ticks', ticks: [{ ...alert, owner: null }], live: true });
  expect(await client.expect('alert')).toEqual({ type: 'alert', alert });
});

it('a watch without a number can’t be understood', async () => {
  const client = await app.greeted();
  client.socket.send('{"type":"watch"}');
  expect(await client.expect('error')).toMatchObject({ id: null, code: 'bad_request' });
});
