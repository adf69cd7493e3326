import { EventEmitter } from 'node:events';
import { MongoNetworkError, MongoNetworkTimeoutError, type MongoClient } from 'mongodb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Line } from '../src/line.ts';

// Of a client the events and one option are all that matters here.
let client: EventEmitter & { options: { socketTimeoutMS: number } };
let line: Line;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.advanceTimersByTime(60_000);
  client = Object.assign(new EventEmitter(), { options: { socketTimeoutMS: 3_000 } });
  line = new Line(client as unknown as MongoClient);
});
afterEach(() => {
  expect(client.listenerCount('connectionClosed')).toBe(0);
  vi.useRealTimers();
});

const never = new Promise<never>(() => {});

it('an answer is handed on, and an error is', async () => {
  expect(await line.answer(Promise.resolve(1))).toBe(1);
  await expect(line.answer(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
});

/** What a question ends with whose connection is closed after so many milliseconds. */
async function closedAfter(ms: number): Promise<unknown> {
  const answer = line.answer(never);
  vi.advanceTimersByTime(ms);
  client.emit('connectionClosed');
  vi.advanceTimersByTime(100);
  return answer.catch((error: unknown) => error);
}

it('a question is given up soon after its connection was closed', async () => {
  const error = await closedAfter(1_000);
  expect(error).toBeInstanceOf(MongoNetworkError);
  expect(error).not.toBeInstanceOf(MongoNetworkTimeoutError);
  expect(error).toHaveProperty('message', expect.stringContaining('connection'));
});

it('it counts as unanswered where it had waited for nearly as long as it may', async () => {
  expect(await closedAfter(2_699)).not.toBeInstanceOf(MongoNetworkTimeoutError);
  const error = await closedAfter(2_700);
  expect(error).toBeInstanceOf(MongoNetworkTimeoutError);
  expect(error).toHaveProperty('message', expect.stringContaining('2700 ms'));
});

it('it may wait for ever where the client has no limit', async () => {
  client.options.socketTimeoutMS = 0;
  expect(await closedAfter(60_000)).not.toBeInstanceOf(MongoNetworkTimeoutError);
});

it('it is not given up where another connection was closed, and its answer comes', async () => {
  let come: (answer: number) => void = () => {};
  const answer = line.answer(new Promise<number>((resolve) => (come = resolve)));
  client.emit('connectionClosed');
  vi.advanceTimersByTime(99);
  come(1);
  expect(await answer).toBe(1);
});
