import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { AlertStage, ask, now, queueOf, rule } from './alert-stage.ts';
import { SECRET, tokenOf } from '../auth/tokens.ts';
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
    await dying.stop('SIGKILL');
    const other = await stage.start();
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
    expect(await stopping.stop()).toBe(0);
    expect(await stage.db.collection('queue').findOne()).toMatchObject({ startTime: null, attempts: 0 });
    const other = await stage.start();
    await receiver.got(2);
    // Had its lease ended, it were the second.
    await expect
      .poll(async () => (await now(other, made)).last?.delivery, patience)
      .toMatchObject({ state: 'delivered', attempts: 1 });
  });

  it('that does not answer, of any number, delays neither a row nor a webhook of another owner', async () => {
    const black = await Receiver.start();
    try {
      black.answers.splice(0, 1, () => {});
      let ended = 0;
      black.onEnd = () => ended++;
      const [mallory, alice] = [await tokenOf({ sub: 'mallory' }), await tokenOf({ sub: 'alice' })];
      const server = await stage.start({ AUTH_SECRET: SECRET }, alice);
      const { client } = await stage.watching(server, alice);
      for (let n = 0; n < 40; n++) await rule(server, { webhook: { url: black.url } }, mallory);
      const webhook = { url: receiver.url };
      const made = await rule(server, { condition: { type: 'above', price: 51 }, webhook }, alice);
      await stage.publish(51);
      await black.got(4);
      await stage.publish(52);
      const { alert } = await client.expect('alert');
      expect(alert.rule).toBe(made.id);
      await receiver.got(1);
      // None of those has been given up, and none more was begun.
      expect(ended).toBe(0);
      expect(black.received).toHaveLength(4);
      await expect.poll(() => stage.db.collection('alerts').countDocuments(), patience).toBe(41);
    } finally {
      await black.stop();
    }
  });

  it('whose server died is said to have had one, and not which machine that was', async () => {
    receiver.answers.splice(0, 1, () => {});
    const dying = await stage.start();
    const made = await rule(dying, { webhook: { url: receiver.url } });
    await stage.publish(51);
    await receiver.got(1);
    await dying.stop('SIGKILL');
    const other = await stage.start();
    await receiver.got(2);
    const { error } = (await now(other, made)).last!.delivery;
    expect(error).toMatch(/^the lease of server [0-9a-f]{8} ended before it answered$/);
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
  it('of another program is left alone: there are no alerts until they have one of their own', async () => {
    const queue = stage.db.collection('queue');
    const theirs = {
      startTime: null,
      endTime: null,
      createdOn: new Date(),
      priority: 1,
      payload: { mail: 1 },
    };
    await queue.insertOne(theirs);
    const server = await stage.listening();
    await expect
      .poll(async () => (await ask(server, '/api/alerts')).body.message, patience)
      .toBe(
        `in ${queue.namespace} jobs wait that are no alerts: set QUEUE to another name, of a queue for the alerts alone`,
      );
    // Its log comes by another way than its answer.
    await expect.poll(() => server.output, patience).toContain('set QUEUE to another name');
    expect(await queue.findOne()).toEqual(theirs);
    // It was another program's, and that has done it.
    await queue.updateOne({}, { $set: { startTime: new Date(), endTime: new Date() } });
    await expect.poll(async () => (await ask(server, '/api/alerts')).status, patience).toBe(200);
  });

  it('to which a shell user adds another job goes on: that one is a dead letter', async () => {
    const server = await stage.start();
    const queue = stage.db.collection('queue');
    await queue.insertOne({ startTime: null, endTime: null, createdOn: new Date(), priority: 1, payload: 1 });
    await expect.poll(async () => (await queueOf(server)).dead, patience).toBe(1);
    await rule(server, {});
    await stage.publish(51);
    await expect.poll(async () => (await queueOf(server)).finishedPerMinute, patience).toBe(1);
  });

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
