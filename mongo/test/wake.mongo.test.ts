import { MongoClient, type Collection, type Document } from 'mongodb';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  it,
  onTestFinished,
  vi,
} from 'vitest';
import { countTails } from '../src/count-tails.ts';
import { Wake, type WakeState } from '../src/wake.ts';
import { RecordingTail } from './recording-tail.ts';
import { cursorOn, cursorsOn, killCursor, onMember } from './topic-cursors.ts';

const DATABASE = 'test_wake';
/** A tail that is told of nothing would not look before the test is over. */
const NEVER = { steadyMs: 3_600_000 };
const uri = inject('uri');
let client: MongoClient;
let collection: Collection<Document>;
let made = 0;
const tails: RecordingTail[] = [];

beforeAll(async () => {
  client = await new MongoClient(uri, { writeConcern: { w: 'majority' } }).connect();
});
afterAll(async () => {
  await client.db(DATABASE).dropDatabase();
  await client.close();
});
beforeEach(() => create(`t${made++}`));
afterEach(async () => {
  await Promise.all(tails.splice(0).map((tail) => tail.stop()));
});

async function create(name: string): Promise<void> {
  collection = await client
    .db(DATABASE)
    .createCollection(name, { capped: true, size: 2 ** 24, max: 100_000 });
  await collection.insertOne(tick(0));
}

const tick = (price: number): Document => ({ time: new Date(), ticker: 'PIP', price });

async function start(options: Parameters<typeof RecordingTail.start>[2] = {}): Promise<RecordingTail> {
  const tail = await RecordingTail.start(uri, collection.namespace, options);
  tails.push(tail);
  await tail.until(() => tail.prices.at(-1) === 0);
  return tail;
}

/** The commands that opened the cursors on the topic, of all members. */
async function everywhere(): Promise<string[]> {
  const { hosts } = await client.db('admin').command({ hello: 1 });
  const found = (hosts as string[]).map((host) =>
    onMember(host, (member) => cursorsOn(member, collection.namespace)),
  );
  return (await Promise.all(found)).flat().map(({ command }) => command);
}

async function primaryUri(): Promise<string> {
  const { primary } = await client.db('admin').command({ hello: 1 });
  return `mongodb://${primary}/?directConnection=true`;
}

/** Kills the cursor that this command opened on the tail's member. @returns its id */
function kill(tail: RecordingTail, command: 'find' | 'aggregate'): Promise<unknown> {
  return onMember(tail.tail.status.member!, async (member) => {
    const cursor = await cursorOn(member, collection.namespace, command);
    await killCursor(member, collection.namespace, cursor);
    return cursor.id;
  });
}

/** The change stream's id on the tail's member. */
async function streamOf(tail: RecordingTail): Promise<unknown> {
  const stream = await onMember(tail.tail.status.member!, (member) =>
    cursorOn(member, collection.namespace, 'aggregate'),
  );
  return stream.id;
}

describe('Wake', () => {
  it('has a tick read that nothing else would have read, one after the other', async () => {
    const tail = await start({ wake: NEVER });
    await tail.until(() => tail.tail.wake === 'told');
    for (let price = 1; price <= 20; price++) {
      await collection.insertOne(tick(price));
      await tail.until(() => tail.prices.at(-1) === price);
    }
    expect(tail.tail.status).toMatchObject({ state: 'live', reopens: 0, gaps: 0 });
    // Its change stream is no tail of its own.
    const { member } = tail.tail.status;
    const counts = await countTails(uri, client, [member!], collection.namespace);
    expect(counts).toEqual(new Map([[member, 1]]));
  });

  it('misses nothing that comes while its change stream is opened', async () => {
    for (let round = 1; round <= 20; round++) {
      const tail = await start({ wake: NEVER });
      await collection.insertOne(tick(round));
      await tail.until(() => tail.prices.at(-1) === round);
      await collection.insertOne(tick(0));
      await tail.stop();
    }
  });

  it('opens another change stream in place of one that was killed, and misses nothing meanwhile', async () => {
    const tail = await start({ wake: NEVER });
    await tail.until(() => tail.tail.wake === 'told');
    const first = await kill(tail, 'aggregate');
    await collection.insertOne(tick(1));
    await tail.until(() => tail.prices.at(-1) === 1);
    await vi.waitUntil(async () => String(await streamOf(tail)) !== String(first), { timeout: 20_000 });
    await collection.insertOne(tick(2));
    await tail.until(() => tail.prices.at(-1) === 2);
    expect(tail.tail.status.reopens).toBe(0);
  });

  it('keeps what it is told while the cursor is asked: that may have come too early for the tick', async () => {
    const direct = await new MongoClient(await primaryUri()).connect();
    const stop = new AbortController();
    const times = { steadyMs: 1 };
    let answered = (): void => {};
    const wake = new Wake({
      client: direct,
      topic: collection.namespace,
      awaitMs: 1,
      get steadyMs() {
        return times.steadyMs;
      },
      signal: stop.signal,
      onTrouble: () => answered(),
    });
    const next = async (): Promise<void> => {
      await wake.next();
      wake.read(0);
    };
    // Told of its opening, then of nothing: the wait ends by its time, and the change stream is asked still.
    await vi.waitUntil(async () => (await next(), wake.state === 'told'), { timeout: 20_000 });
    await next();
    await next();
    await wake.next();
    const answer = new Promise<void>((resolve) => (answered = resolve));
    await collection.insertOne(tick(1));
    await answer;
    wake.read(0);
    times.steadyMs = NEVER.steadyMs;
    await wake.next();
    stop.abort();
    await direct.close();
  }, 10_000);

  it('asks so often that a mute change stream makes no tick later than is promised', async () => {
    const direct = await new MongoClient(await primaryUri()).connect();
    const stop = new AbortController();
    const options = { client: direct, topic: collection.namespace, awaitMs: 20, signal: stop.signal };
    const wake = new Wake({ ...options, onTrouble: () => {} });
    await vi.waitUntil(async () => (await wake.next(), wake.read(0), wake.state === 'told'), {
      timeout: 20_000,
    });
    // It was told of its opening.
    await wake.next();
    const waits = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => waits.mockRestore());
    expect(await wake.next()).toBe(1);
    expect(waits.mock.calls.map(([, ms]) => ms)).toEqual([expect.toSatisfy((ms: number) => ms + 1 < 50)]);
    stop.abort();
    await direct.close();
  });

  it('leaves no cursor and no change stream behind, neither on members that it left nor at its end', async () => {
    const tail = await start({ wake: NEVER });
    for (let reopens = 1; reopens <= 3; reopens++) {
      await tail.until(() => tail.tail.wake === 'told');
      await streamOf(tail);
      await kill(tail, 'find');
      // Woken: nothing else would have it asked.
      await collection.insertOne(tick(reopens));
      await tail.until(() => tail.tail.status.reopens === reopens && tail.prices.at(-1) === reopens);
    }
    await tail.until(() => tail.tail.wake === 'told');
    await vi.waitUntil(async () => (await everywhere()).toSorted().join() === 'aggregate,find', {
      timeout: 20_000,
    });
    await tail.stop();
    await vi.waitUntil(async () => (await everywhere()).length === 0, { timeout: 20_000 });
  });

  it('has nothing to say of a change stream whose member it leaves', async () => {
    const direct = await new MongoClient(await primaryUri()).connect();
    const stop = new AbortController();
    const said: unknown[] = [];
    const options = { client: direct, topic: collection.namespace, awaitMs: 1, signal: stop.signal };
    const wake = new Wake({ ...options, onTrouble: (error) => error && said.push(error) });
    const until = async (state: WakeState): Promise<void> => {
      while (wake.state !== state) {
        await wake.next();
        await new Promise(setImmediate);
      }
    };
    await until('told');
    // Once it broke, and nothing was heard of the next one yet: what breaks that would be told.
    await killCursor(direct, collection.namespace, await cursorOn(direct, collection.namespace, 'aggregate'));
    await until('unheard');
    await until('told');
    const waiting = wake.next();
    await wake.end();
    // A question that is under way notices at its end, after a second.
    await vi.waitUntil(async () => (await cursorsOn(direct, collection.namespace)).length === 0, {
      timeout: 20_000,
    });
    stop.abort();
    await waiting;
    expect(said).toEqual([]);
    await direct.close();
  });

  it('has the cursor asked when the topic is dropped, which ends the change stream', async () => {
    const tail = await start({ wake: NEVER });
    await tail.until(() => tail.tail.wake === 'told');
    await collection.drop();
    await create(collection.collectionName);
    await tail.until(() => tail.gaps === 1 && tail.prices.length === 2);
    await tail.until(() => tail.tail.wake === 'told');
    await collection.insertOne(tick(1));
    await tail.until(() => tail.prices.at(-1) === 1);
    expect(tail.prices).toEqual([0, 0, 1]);
  });

  it('asks all the time while many ticks come, without a change stream, and is told again after them', async () => {
    const tail = await start({ wake: NEVER });
    await tail.until(() => tail.tail.wake === 'told');
    let price = 0;
    while (tail.tail.wake !== 'asking' || (await everywhere()).join() !== 'find')
      await collection.insertMany(Array.from({ length: 50 }, () => tick(++price)));
    await tail.until(() => tail.tail.wake === 'told');
    await collection.insertOne(tick(++price));
    await tail.until(() => tail.prices.at(-1) === price);
    expect(tail.prices).toEqual(Array.from({ length: price + 1 }, (_, n) => n));
  });

  it('does not take what a topic holds already for many ticks that come', async () => {
    await collection.insertMany(Array.from({ length: 5_000 }, (_, price) => tick(4_999 - price)));
    const tail = await start();
    const states = new Set<string>();
    // News of the set come every half second of each member: for as long as it takes to tell a rate, and longer.
    for (let news = 0; news < 10; news++) {
      await tail.members.changed(new AbortController().signal);
      states.add(tail.tail.wake);
    }
    expect([...states]).toContain('told');
    expect([...states]).not.toContain('asking');
  });

  it('asks by itself where a tail wants no change stream, or reads what is local', async () => {
    const without = await start({ wake: false });
    const local = await start({ readConcern: 'local' });
    await collection.insertOne(tick(1));
    for (const tail of [without, local]) {
      await tail.until(() => tail.prices.at(-1) === 1);
      expect(tail.tail.wake).toBe('off');
      const cursors = await onMember(tail.tail.status.member!, (member) =>
        cursorsOn(member, collection.namespace),
      );
      expect(cursors.filter(({ command }) => command === 'aggregate')).toEqual([]);
    }
  });
});
