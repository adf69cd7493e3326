import { afterEach, beforeEach, expect, it } from 'vitest';
import { RunningApp } from '../running-app.ts';
import { StreamClient } from '../stream-client.ts';
import { type AsyncApi, fetchAsyncApi, Judge } from './document.ts';

// The stream of a running server against its own document, as asyncapi-conformance.test.ts does it for the socket.

let app: RunningApp;
let document: AsyncApi;
let judge: Judge;

beforeEach(async () => {
  app = await RunningApp.start();
  document = await fetchAsyncApi(app.url);
  judge = new Judge(document.channels.stream);
});
afterEach(async () => {
  await app.stop();
});

it('sends every event that the document has, each as it is described', async () => {
  const { protocol, host } = document.servers!.stream;
  const url = `${protocol}://${host}${document.channels.stream.address}?mode=latest`;
  const client = await StreamClient.open(url, { 'last-event-id': 'unknown' });
  expect(client.headers['content-type']).toMatch(/^text\/event-stream\b/);
  const next = async (name: string) => {
    const { data, id } = await client.expect(name);
    judge.judge(name, data);
    return { data, id };
  };
  await next('gap');
  await next('snapshot');
  app.publish(3);
  const { data, id } = await next('tick');
  expect(data).toMatchObject({ id, conflated: 2 });
  await app.sessions.drain();
  await next('shutdown');
  expect(judge.violations).toEqual([]);
  expect([...judge.seen].toSorted()).toEqual(Object.keys(document.channels.stream.messages).toSorted());
});
