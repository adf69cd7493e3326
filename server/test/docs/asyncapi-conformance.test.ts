import type { Alert as AlertType } from '@ticker/protocol';
import { Alert } from '@ticker/protocol/alert-schemas';
import { asyncApi } from '@ticker/protocol/asyncapi';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RunningApp } from '../running-app.ts';
import { type AsyncApi, fetchAsyncApi, Judge } from './document.ts';
import { DocumentClient } from './document-client.ts';

// A running server against its own document, as fetched from it: what a client may send is answered as the document
// says, and whatever the server sends in this file is what the document describes.

interface Question {
  readonly name: string;
  readonly answer: string;
  readonly required: string[];
  readonly example: { readonly id: number };
}

/** The messages of a client with their examples and answers, as the operations of the document have them. */
const questions = Object.values(asyncApi({ version: '0.0.0' }).operations).flatMap(
  (operation): Question[] => {
    if (!('reply' in operation)) return [];
    const [name, answer] = [operation, operation.reply].map(({ messages }) =>
      messages[0]!.$ref.split('/').at(-1)!,
    );
    const { payload } = asyncApi({ version: '0.0.0' }).channels.socket.messages[name!]!;
    const { examples, required } = payload as unknown as {
      examples: Question['example'][];
      required: string[];
    };
    return examples.map((example) => ({ name: name!, answer: answer!, required, example }));
  },
);

const alerts = (Alert as unknown as { examples: AlertType[] }).examples;

let app: RunningApp;
let document: AsyncApi;
let judge: Judge;
const clients: DocumentClient[] = [];

beforeAll(async () => {
  app = await RunningApp.start();
  document = await fetchAsyncApi(app.url);
  judge = new Judge(document.channels.socket);
});
afterEach(() => {
  expect(judge.violations.splice(0)).toEqual([]);
});
afterAll(async () => {
  for (const client of clients) client.close();
  await app.stop();
});

async function connect(): Promise<DocumentClient> {
  const client = await DocumentClient.open(document, judge);
  clients.push(client);
  return client;
}

/** One that has been asked something, and has not been answered yet. */
async function asking(message: unknown): Promise<DocumentClient> {
  const client = await connect();
  client.send(message);
  return client;
}

it('The document is served as it is generated, with the address that it was asked for at', () => {
  expect(document).toEqual(JSON.parse(JSON.stringify(asyncApi({ version: '0.0.0', url: app.url }))));
});

describe.each(questions)('$name, as in $example', ({ answer, required, example }) => {
  it(`is answered by ${answer}`, async () => {
    const client = await asking(example);
    expect(await client.next(answer, 'error')).toMatchObject({ type: answer, id: example.id });
  });

  it.each(required)('is answered by error without %s', async (field) => {
    const rest = Object.entries(example).filter(([name]) => name !== field);
    const client = await asking(Object.fromEntries(rest));
    const id = field === 'id' ? null : example.id;
    expect(await client.next(answer, 'error')).toMatchObject({ type: 'error', id, code: 'bad_request' });
  });
});

describe('What the server sends', () => {
  const all = { type: 'subscribe', id: 1, tickers: ['*'] };

  it('on a connection from its welcome to a heartbeat is as described', async () => {
    const client = await asking({ ...all, history: 10 });
    await client.next('welcome');
    await client.next('subscribed');
    await client.next('snapshot');
    app.publish(3);
    await client.next('ticks');
    await client.next('heartbeat');
  });

  it('to one that is behind, and to one that conflates, is as described', async () => {
    const behind = await asking({ ...all, since: 'unknown' });
    await behind.next('gap');
    const latest = await asking({ ...all, mode: 'latest' });
    await latest.next('snapshot');
    app.publish(3);
    await latest.next('ticks');
  });

  it('to one that watches is as described', async () => {
    const client = await asking({ type: 'watch', id: 1 });
    await client.next('watching');
    const [alert] = alerts;
    app.alerts.log.take({ type: 'ticks', ticks: [{ ...alert!, owner: null }], live: true });
    expect(await client.next('alert')).toEqual({ type: 'alert', alert });
    app.alerts.log.take({ type: 'gap', recreated: false });
    expect(await client.next('watching')).toEqual({ type: 'watching', id: null, alerts: [alert] });
  });

  it('when a client errs, or leaves, is as described', async () => {
    const client = await asking(all);
    client.send({ type: 'unsubscribe', id: 2, tickers: ['PIP'] });
    await client.next('error');
    client.send({ type: 'unsubscribe', id: 3, tickers: ['*'] });
    await client.next('unsubscribed');
  });

  it('when it stops is as described, and thereby every type has come that the document has', async () => {
    const client = await asking(all);
    await client.next('snapshot');
    await app.sessions.drain();
    await client.next('shutdown');
    const sent = Object.values(document.operations)
      .filter(({ action, channel }) => action === 'send' && channel.$ref.endsWith('/socket'))
      .flatMap(({ messages }) => messages);
    const answers = Object.values(document.operations).flatMap((operation) =>
      'reply' in operation ? operation.reply.messages : [],
    );
    const names = [...sent, ...answers].map(({ $ref }) => $ref.split('/').at(-1));
    expect([...judge.seen].toSorted()).toEqual([...new Set(names)].toSorted());
  });
});
