import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { AlertStage, ask, now, queueOf, rule } from './alert-stage.ts';
import { Receiver, status } from './receiver.ts';

let stage: AlertStage;
let receiver: Receiver;

beforeEach(async () => {
  stage = await AlertStage.open(inject('uri'), 'test_alerts_delivery');
  receiver = await Receiver.start();
});
afterEach(async () => {
  await stage.close();
  await receiver.stop();
});

const patience = { timeout: 30_000, interval: 50 };

describe('A webhook', () => {
  it('that fails twice gets the alert the third time, under one and the same key', async () => {
    receiver.answers.unshift(status(500), status(503));
    const server = await stage.start();
    const { client } = await stage.watching(server);
    const made = await rule(server, { webhook: { url: receiver.url } });
    await stage.publish(51);
    // Dashboards do not wait for it.
    const { alert } = await client.expect('alert');
    const received = await receiver.got(3);
    const keys = received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([`alert:${made.id}:1`, `alert:${made.id}:1`, `alert:${made.id}:1`]);
    for (const { body } of received) expect(JSON.parse(body)).toEqual(alert);
    await expect
      .poll(async () => (await now(server, made)).last?.delivery, patience)
      .toEqual({ state: 'delivered', attempts: 3, error: null });
    expect(await stage.db.collection('alerts').countDocuments()).toBe(1);
  });

  it('whose delivery is cut off by the death of a process is sent it by another, under the same key', async () => {
    receiver.answers.splice(0, 1, () => {}, status(204));
    const dying = await stage.start();
    const made = await rule(dying, { webhook: { url: receiver.url } });
    await stage.publish(51);
    await receiver.got(1);
    const other = await stage.start();
    await dying.stop('SIGKILL');
    const [first, second] = await receiver.got(2);
    expect(second!.headers['webhook-id']).toBe(`alert:${made.id}:1`);
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(second!.body).toBe(first!.body);
    await expect
      .poll(async () => (await now(other, made)).last?.delivery, patience)
      .toMatchObject({ state: 'delivered', attempts: 2 });
    expect(await stage.db.collection('alerts').countDocuments()).toBe(1);
  });

  it('whose process is told to stop is given back, and sent by another at once', async () => {
    receiver.answers.splice(0, 1, () => {}, status(204));
    const stopping = await stage.start();
    const made = await rule(stopping, { webhook: { url: receiver.url } });
    await stage.publish(51);
    await receiver.got(1);
    const other = await stage.start();
    expect(await stopping.stop()).toBe(0);
    await receiver.got(2);
    await expect.poll(async () => (await now(other, made)).last?.delivery.state, patience).toBe('delivered');
  });

  it('that is gone makes the delivery a dead letter, which its owner sees, and can have retried', async () => {
    receiver.answers.splice(0, 1, status(410));
    const server = await stage.start();
    const made = await rule(server, { webhook: { url: receiver.url } });
    await stage.publish(51);
    await expect
      .poll(async () => (await now(server, made)).last?.delivery, patience)
      .toEqual({ state: 'dead', attempts: 1, error: expect.stringContaining('410') });
    await expect.poll(async () => (await queueOf(server)).dead, patience).toBe(1);

    receiver.answers.splice(0, 1, status(204));
    const retry = () => ask(server, `/api/alerts/${made.id}/retry`, { method: 'POST' });
    expect(await retry()).toMatchObject({ status: 200, body: { id: made.id } });
    await expect.poll(async () => (await now(server, made)).last?.delivery.state, patience).toBe('delivered');
    const keys = (await receiver.got(2)).map(({ headers }) => headers['webhook-id']);
    expect(new Set(keys).size).toBe(1);
    expect(await retry()).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await expect.poll(async () => (await queueOf(server)).dead, patience).toBe(0);
  });

  it('that is corrected is sent what is dead at its new address', async () => {
    const server = await stage.start();
    const { url } = receiver;
    receiver.answers.splice(0, 1, (response, { url: path }) =>
      status(path === '/hook' ? 410 : 204)(response, null!),
    );
    const made = await rule(server, { webhook: { url } });
    await stage.publish(51);
    await expect.poll(async () => (await now(server, made)).last?.delivery.state, patience).toBe('dead');
    const body = { webhook: { url: url.replace('/hook', '/mended') } };
    expect((await ask(server, `/api/alerts/${made.id}`, { method: 'PATCH', body })).status).toBe(200);
    await ask(server, `/api/alerts/${made.id}/retry`, { method: 'POST' });
    expect((await receiver.got(2)).map(({ path }) => path)).toEqual(['/hook', '/mended']);
  });

  it('to an address that is not allowed any more is not sent to', async () => {
    const lenient = await stage.start();
    const made = await rule(lenient, { webhook: { url: receiver.url } });
    await lenient.stop();
    const strict = await stage.start({ WEBHOOK_NETWORKS: '' });
    await stage.publish(51);
    await expect
      .poll(async () => (await now(strict, made)).last?.delivery, patience)
      .toMatchObject({ state: 'dead', attempts: 1, error: expect.stringContaining('https') });
    expect(receiver.received).toEqual([]);
  });

  it('has a secret that only the answer tells which set it', async () => {
    const server = await stage.start({ LOG_LEVEL: 'trace' });
    const made = await rule(server, { webhook: { url: receiver.url } });
    const secret = made.webhook!.secret!;
    expect(secret).toMatch(/^whsec_/);
    const path = `/api/alerts/${made.id}`;
    const patch = async (webhook: object | null) =>
      (await ask(server, path, { method: 'PATCH', body: { webhook } })).body.webhook;
    expect((await now(server, made)).webhook).toEqual({ url: receiver.url });
    // The same secret at another address.
    expect(await patch({ url: `${receiver.url}/2` })).toEqual({ url: `${receiver.url}/2` });
    expect(await patch(null)).toBeNull();
    const anew = await patch({ url: receiver.url });
    expect(anew!.secret).toMatch(/^whsec_/);
    expect(anew!.secret).not.toBe(secret);
    const own = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    expect(await patch({ url: receiver.url, secret: own })).toEqual({ url: receiver.url, secret: own });
    const { body } = await ask<{ rules: object[] }>(server, '/api/alerts');
    expect(JSON.stringify(body.rules)).not.toContain('whsec_');
    await stage.publish(51);
    await receiver.got(1);
    await server.stop();
    expect(server.output).not.toContain('whsec_');
  });
});

describe('The queue', () => {
  it('tells how many were finished, and how many wait', async () => {
    const server = await stage.start();
    expect(await queueOf(server)).toEqual({
      waiting: 0,
      running: 0,
      delayed: 0,
      dead: 0,
      foreign: 0,
      oldestMs: null,
      finishedPerMinute: 0,
    });
    await rule(server, {});
    await stage.publish(51);
    await expect.poll(async () => (await queueOf(server)).finishedPerMinute, patience).toBe(1);
  });
});
