import { type AlertDelivery, type Job, type Webhook, Hopeless } from '@ticker/mongo';
import { beforeEach, describe, expect, it } from 'vitest';
import { delivery } from '../../src/alerts/delivery.ts';
import { DELIVERIES, WebhookTurns } from '../../src/alerts/webhook-turns.ts';

let inserted: string[];
/** URLs that are being sent to, until the test answers. */
let sending: Map<string, { answer: (error?: Error) => void }>;
let webhooks: Map<string, Webhook>;
let broken: Error | undefined;
let told: object[];
let run: ReturnType<typeof delivery>;

beforeEach(() => {
  inserted = [];
  sending = new Map();
  webhooks = new Map();
  broken = undefined;
  told = [];
  run = delivery({
    insert: async ({ rule }) => {
      if (broken) throw broken;
      inserted.push(rule);
    },
    webhookOf: async (rule) => webhooks.get(rule) ?? null,
    turns: new WebhookTurns(),
    send: ({ url }) =>
      new Promise((resolve, reject) => {
        sending.set(url, { answer: (error) => (error ? reject(error) : resolve()) });
      }),
    log: { info: () => {}, warn: (fields) => told.push(fields) },
  });
});

function deliver(
  owner: string | null,
  rule: string,
  url?: string,
  signal = new AbortController().signal,
): Promise<void> {
  if (url !== undefined) webhooks.set(rule, { url, secret: 's' });
  const payload = { rule, owner, firedAt: new Date(0) } as Partial<AlertDelivery> as AlertDelivery;
  return run({ id: rule, key: `alert:${rule}:1`, payload } as Job<AlertDelivery>, { signal });
}

/** Of one who does not answer. */
function flood(owner: string | null, count: number): Promise<void>[] {
  return Array.from({ length: count }, (_, n) =>
    deliver(owner, `${owner}${n}`, `https://black.example/${owner}${n}`),
  );
}

/** Lets all that waits for nothing but its turn go on. */
async function settle(): Promise<void> {
  for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve));
}

describe('Webhooks that do not answer', () => {
  it('take four places of their owner, and all rows are there at once', async () => {
    void flood('mallory', 500);
    void deliver('alice', 'a', 'https://good.example/');
    await settle();
    expect(inserted).toHaveLength(501);
    expect([...sending.keys()]).toEqual([
      ...[0, 1, 2, 3].map((n) => `https://black.example/mallory${n}`),
      'https://good.example/',
    ]);
  });

  it('of a server without tokens take four places of their host', async () => {
    void flood(null, 40);
    void deliver(null, 'a', 'https://good.example/');
    await settle();
    expect([...sending.keys()].slice(4)).toEqual(['https://good.example/']);
  });

  it('never keep a worker from the next row: one too many fails, to be tried again', async () => {
    const failed: unknown[] = [];
    for (const owner of ['mallory', 'oscar', 'trudy', 'eve', 'frank', 'grace', 'heidi', 'ivan', 'judy']) {
      for (const one of flood(owner, 600)) one.catch((error: unknown) => failed.push(error));
    }
    await settle();
    expect(inserted).toHaveLength(9 * 600);
    expect(9 * 600 - failed.length).toBe(DELIVERIES - 64 + 32);
    expect(failed[0]).toEqual(new Error('too many webhooks wait to be sent'));
    expect(failed[0]).not.toBeInstanceOf(Hopeless);
  });
});

describe('A webhook that waits for its turn', () => {
  it('is given up when its worker stops', async () => {
    void flood('alice', 4);
    const stop = new AbortController();
    const waiting = deliver('alice', 'a', 'https://good.example/', stop.signal);
    await settle();
    stop.abort(new Error('the worker stops'));
    await expect(waiting).rejects.toThrow('the worker stops');
    expect(sending.size).toBe(4);
  });

  it('is the one that the rule has then', async () => {
    const [first] = flood('alice', 4);
    void deliver('alice', 'mended', 'https://good.example/old');
    const removed = deliver('alice', 'removed', 'https://good.example/removed');
    await settle();
    webhooks.set('mended', { url: 'https://good.example/new', secret: 's' });
    webhooks.delete('removed');
    sending.get('https://black.example/alice0')!.answer();
    await first;
    await settle();
    sending.get('https://good.example/new')!.answer();
    await removed;
    expect([...sending.keys()].slice(4)).toEqual(['https://good.example/new']);
  });
});

describe('What fails here', () => {
  it('is no business of the owner: what the database said is in the log', async () => {
    broken = new Error('connection to 10.1.2.3:27017 closed');
    await expect(deliver('alice', 'a')).rejects.toThrow(/^the database did not answer$/);
    expect(told).toEqual([{ job: 'a', why: 'connection to 10.1.2.3:27017 closed' }]);
  });
});
