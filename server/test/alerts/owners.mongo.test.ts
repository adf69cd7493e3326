import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { SECRET, tokenOf } from '../auth/tokens.ts';
import type { ServerProcess } from '../server-process.ts';
import { AlertStage, ask, rule } from './alert-stage.ts';

let stage: AlertStage;
let server: ServerProcess;
let alice: string;
let bob: string;
let limited: string;

beforeEach(async () => {
  stage = await AlertStage.open(inject('uri'), 'test_alerts_owners');
  [alice, bob, limited] = [
    await tokenOf({ sub: 'alice' }),
    await tokenOf({ sub: 'bob' }),
    await tokenOf({ sub: 'alice', tickers: ['ACME'] }),
  ];
  server = await stage.start({ AUTH_SECRET: SECRET, ALERT_RULES_MAX: '2' }, alice);
});
afterEach(async () => {
  await stage.close();
});

const list = async (token: string) =>
  (await ask<{ rules: { id: string }[] }>(server, '/api/alerts', { token })).body.rules.map(({ id }) => id);

describe('With tokens', () => {
  it('nobody gets anything without one', async () => {
    for (const [method, path] of [
      ['GET', '/api/alerts'],
      ['POST', '/api/alerts'],
      ['GET', '/api/alerts/673f2671c2b5b6c9a2f1d0bb'],
      ['PATCH', '/api/alerts/673f2671c2b5b6c9a2f1d0bb'],
      ['DELETE', '/api/alerts/673f2671c2b5b6c9a2f1d0bb'],
      ['POST', '/api/alerts/673f2671c2b5b6c9a2f1d0bb/retry'],
      ['GET', '/api/queue'],
    ]) {
      expect((await ask(server, path!, { method: method! })).status, `${method} ${path}`).toBe(401);
    }
  });

  it('a rule is its owner’s: to others it is not there, whatever they try', async () => {
    const { id } = await rule(server, {}, alice);
    expect(await list(alice)).toEqual([id]);
    expect(await list(bob)).toEqual([]);
    const path = `/api/alerts/${id}`;
    const body = { note: 'mine now' };
    expect((await ask(server, path, { token: bob })).status).toBe(404);
    expect((await ask(server, path, { token: bob, method: 'PATCH', body })).status).toBe(404);
    expect((await ask(server, path, { token: bob, method: 'DELETE' })).status).toBe(404);
    expect((await ask(server, `${path}/retry`, { token: bob, method: 'POST' })).status).toBe(404);
    expect((await ask(server, path, { token: alice })).body).toMatchObject({ id, note: '' });
  });

  it('an alert reaches its owner’s sockets and no other', async () => {
    const hers = await stage.watching(server, alice);
    const his = await stage.watching(server, bob);
    const [one, two] = [await rule(server, {}, alice), await rule(server, {}, bob)];
    await stage.publish(51);
    expect((await hers.client.expect('alert')).alert.rule).toBe(one.id);
    expect((await his.client.expect('alert')).alert.rule).toBe(two.id);
    expect((await stage.watching(server, bob)).alerts.map((alert) => alert.rule)).toEqual([two.id]);
    // Nothing of the other's came before this.
    const three = await rule(server, { condition: { type: 'above', price: 60 } }, bob);
    await stage.publish(61);
    expect((await his.client.expect('alert')).alert.rule).toBe(three.id);
  });

  it('what a token does not allow can’t be watched by a rule, nor seen of one', async () => {
    const refused = await ask(server, '/api/alerts', {
      method: 'POST',
      token: limited,
      body: { ticker: 'PIP', condition: { type: 'above', price: 1 } },
    });
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const [pip, acme] = [await rule(server, {}, alice), await rule(server, { ticker: 'ACME' }, alice)];
    expect(await list(limited)).toEqual([acme.id]);
    expect((await ask(server, '/api/alerts?ticker=PIP', { token: limited })).status).toBe(403);
    expect((await ask(server, `/api/alerts/${pip.id}`, { token: limited })).status).toBe(403);
    const { client } = await stage.watching(server, limited);
    await stage.publishOf('PIP', 51);
    await stage.publishOf('ACME', 51);
    expect((await client.expect('alert')).alert.rule).toBe(acme.id);
    expect((await stage.watching(server, limited)).alerts).toHaveLength(1);
    expect((await stage.watching(server, alice)).alerts).toHaveLength(2);
  });

  it('an owner has as many rules as one may have, and takes none from others', async () => {
    const [first] = [await rule(server, {}, alice), await rule(server, {}, alice)];
    const body = { ticker: 'PIP', condition: { type: 'above', price: 1 } };
    const third = () => ask(server, '/api/alerts', { method: 'POST', token: alice, body });
    expect(await third()).toMatchObject({ status: 409, body: { code: 'too_many' } });
    await rule(server, {}, bob);
    await ask(server, `/api/alerts/${first.id}`, { method: 'DELETE', token: alice });
    expect((await third()).status).toBe(201);
  });
});
