import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { Hopeless } from '@ticker/mongo';
import { generate } from 'selfsigned';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Resolve } from '../../src/alerts/pinned-lookup.ts';
import { WebhookAddresses } from '../../src/alerts/webhook-address.ts';
import { WebhookSender, type WebhookSenderOptions } from '../../src/alerts/webhook.ts';
import { Receiver, status } from './receiver.ts';

const SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
const KEY = 'alert:673f2671c2b5b6c9a2f1d0bb:1';
const alert = {
  id: '673f2671c2b5b6c9a2f1d0aa',
  rule: '673f2671c2b5b6c9a2f1d0bb',
  ticker: 'PIP',
  condition: { type: 'above' as const, price: 44.5 },
  note: 'größer',
  tick: { id: 't1', time: 1_732_190_401_123, ticker: 'PIP', price: 44.51 },
  time: 1_732_190_401_190,
};
const forever = new AbortController().signal;
let receiver: Receiver;

beforeEach(async () => {
  receiver = await Receiver.start();
});
afterEach(async () => {
  await receiver.stop();
});

function sender(options: Partial<WebhookSenderOptions> = {}): WebhookSender {
  return new WebhookSender({ addresses: new WebhookAddresses(['127.0.0.1']), version: '1.2.3', ...options });
}

async function failure(sending: Promise<void>): Promise<Error> {
  return sending.then(
    () => Promise.reject(new Error('it was sent')),
    (error: Error) => error,
  );
}

describe('A webhook', () => {
  it('is sent the alert, named by its key', async () => {
    const one = sender();
    await one.send({ url: receiver.url, secret: SECRET }, alert, KEY, forever);
    const [{ headers, body, path }] = (await receiver.got(1)) as [(typeof receiver.received)[0]];
    expect(JSON.parse(body)).toEqual(alert);
    expect(path).toBe('/hook');
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': KEY,
      'idempotency-key': KEY,
      'user-agent': 'ticker/1.2.3',
    });
    expect(one.outcomes).toEqual({ delivered: 1, failed: 0, refused: 0 });
  });

  it('is signed so that another implementation verifies it, and any change of it shows', async () => {
    await sender().send({ url: receiver.url, secret: SECRET }, alert, KEY, forever);
    const [{ headers, body }] = (await receiver.got(1)) as [(typeof receiver.received)[0]];
    const verifier = new Verifier(SECRET);
    expect(verifier.verify(body, headers)).toEqual(alert);
    expect(() => verifier.verify(body.replace('44.51', '44.52'), headers)).toThrow();
    expect(() => verifier.verify(body, { ...headers, 'webhook-id': 'other' })).toThrow();
    expect(() =>
      new Verifier(`whsec_${Buffer.from('another').toString('base64')}`).verify(body, headers),
    ).toThrow();
  });

  it('is signed as the specification has it, at the time of the attempt', async () => {
    await sender({ now: () => 1_732_190_401_999 }).send(
      { url: receiver.url, secret: SECRET },
      alert,
      KEY,
      forever,
    );
    const [{ headers, body }] = (await receiver.got(1)) as [(typeof receiver.received)[0]];
    expect(headers['webhook-timestamp']).toBe('1732190401');
    const hmac = createHmac('sha256', '0123456789abcdef0123456789abcdef');
    hmac.update(`${KEY}.1732190401.${body}`);
    expect(headers['webhook-signature']).toBe(`v1,${hmac.digest('base64')}`);
  });

  it.each([
    [500, Error],
    [404, Error],
    [301, Hopeless],
    [410, Hopeless],
  ])('that answers %d has failed', async (code, kind) => {
    receiver.answers.splice(0, 1, status(code, { location: '/elsewhere' }));
    const one = sender();
    const error = await failure(one.send({ url: receiver.url, secret: SECRET }, alert, KEY, forever));
    expect(error.constructor).toBe(kind);
    expect(error.message).toContain(String(code));
    // Where it redirects to was not asked.
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
    expect(one.outcomes).toEqual({ delivered: 0, failed: 1, refused: 0 });
  });

  it('that does not answer is given up', async () => {
    receiver.answers.splice(0, 1, () => {});
    const sending = sender({ patienceMs: 200 }).send(
      { url: receiver.url, secret: SECRET },
      alert,
      KEY,
      forever,
    );
    expect((await failure(sending)).message).toBe('the webhook did not answer in 0.2 s');
  });

  it('whose name is not resolved is given up', async () => {
    const sending = sender({ patienceMs: 200, resolve: () => {} });
    const error = await failure(
      sending.send({ url: 'https://example.com/', secret: SECRET }, alert, KEY, forever),
    );
    expect(error.message).toBe('the webhook did not answer in 0.2 s');
  });

  it('is not waited for when its worker stops', async () => {
    const stop = new AbortController();
    receiver.answers.splice(0, 1, () => stop.abort(new Error('the worker stops')));
    const error = await failure(
      sender().send({ url: receiver.url, secret: SECRET }, alert, KEY, stop.signal),
    );
    expect(error.message).toBe('the worker stops');
  });

  it('that would talk something else has failed by its status, and its connection is closed', async () => {
    let closed!: Promise<unknown>;
    receiver.answers.splice(0, 1, ({ socket }) => {
      closed = once(socket!, 'close');
      socket!.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n');
    });
    const one = sender();
    const error = await failure(one.send({ url: receiver.url, secret: SECRET }, alert, KEY, forever));
    expect(error.message).toBe('the webhook answered 101');
    await closed;
    expect(one.outcomes).toEqual({ delivered: 0, failed: 1, refused: 0 });
  });

  it('that ends its connection without an answer has failed', async () => {
    receiver.answers.splice(0, 1, ({ socket }) => socket!.end());
    const error = await failure(sender().send({ url: receiver.url, secret: SECRET }, alert, KEY, forever));
    expect(error.message).toContain('socket hang up');
  });

  it('that answers without end is cut off, and counts by its status', async () => {
    let sent = 0;
    let cut!: Promise<unknown>;
    receiver.answers.splice(0, 1, (response) => {
      cut = once(response, 'close');
      response.writeHead(200);
      const write = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384))) sent += 16_384;
      };
      response.on('drain', write);
      write();
    });
    await sender().send({ url: receiver.url, secret: SECRET }, alert, KEY, forever);
    await cut;
    // What kernels hold besides.
    expect(sent).toBeLessThan(32 * 1024 * 1024);
  });

  it('that trickles its answer is not waited for longer than for any other', async () => {
    receiver.answers.splice(0, 1, (response) => response.writeHead(200).write('a'));
    const one = sender({ patienceMs: 200 });
    await one.send({ url: receiver.url, secret: SECRET }, alert, KEY, forever);
    expect(one.outcomes.delivered).toBe(1);
  });

  it('of which nobody listens has failed', async () => {
    const { url } = receiver;
    await receiver.stop();
    const error = await failure(sender().send({ url, secret: SECRET }, alert, KEY, forever));
    expect(error.message).toContain('ECONNREFUSED');
    receiver = await Receiver.start();
  });

  it('to an address that is refused is hopeless, and nobody is asked', async () => {
    const one = sender({ addresses: new WebhookAddresses([]) });
    const error = await failure(one.send({ url: receiver.url, secret: SECRET }, alert, KEY, forever));
    expect(error).toBeInstanceOf(Hopeless);
    expect(receiver.received).toEqual([]);
    expect(one.outcomes).toEqual({ delivered: 0, failed: 0, refused: 1 });
  });
});

describe('A name', () => {
  /** Answers with the first address once, and with the second ever after. */
  function changing(first: string, then: string): { resolve: Resolve; asked: () => number } {
    let asked = 0;
    const resolve: Resolve = (_name, _options, done) =>
      setImmediate(() => done(null, [{ address: asked++ === 0 ? first : then, family: 4 }]));
    return { resolve, asked: () => asked };
  }

  it('is looked up once: the connection goes to the address that was checked', async () => {
    const { resolve, asked } = changing('127.0.0.1', '169.254.169.254');
    const url = `http://rebinding.example:${receiver.port}/hook`;
    await sender({ resolve }).send({ url, secret: SECRET }, alert, KEY, forever);
    expect(asked()).toBe(1);
    expect((await receiver.got(1))[0]!.headers['host']).toBe(`rebinding.example:${receiver.port}`);
  });

  it('that stands for a private address is refused at every attempt', async () => {
    const { resolve } = changing('127.0.0.1', '10.0.0.1');
    const url = `http://rebinding.example:${receiver.port}/hook`;
    const one = sender({ resolve });
    await one.send({ url, secret: SECRET }, alert, KEY, forever);
    expect(await failure(one.send({ url, secret: SECRET }, alert, KEY, forever))).toBeInstanceOf(Hopeless);
    expect(receiver.received).toHaveLength(1);
  });
});

describe('By https', () => {
  let secure: Receiver;
  let ca: string;
  beforeEach(async () => {
    const pem = await generate([{ name: 'commonName', value: 'hook.example' }], {
      keySize: 2048,
      algorithm: 'sha256',
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'hook.example' }] }],
    });
    ca = pem.cert;
    secure = await Receiver.start({ cert: pem.cert, key: pem.private });
  });
  afterEach(async () => {
    await secure.stop();
  });
  const resolve: Resolve = (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]);

  it('is sent to the name of the certificate, at the address that was checked', async () => {
    const url = `https://hook.example:${secure.port}/hook`;
    await sender({ resolve, ca }).send({ url, secret: SECRET }, alert, KEY, forever);
    expect(JSON.parse((await secure.got(1))[0]!.body)).toEqual(alert);
  });

  it('is not sent to whom nobody vouches for', async () => {
    const url = `https://hook.example:${secure.port}/hook`;
    await failure(sender({ resolve }).send({ url, secret: SECRET }, alert, KEY, forever));
    const other = `https://other.example:${secure.port}/hook`;
    await failure(sender({ resolve, ca }).send({ url: other, secret: SECRET }, alert, KEY, forever));
    expect(secure.received).toEqual([]);
  });
});
