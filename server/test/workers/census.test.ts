import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Census, type Respondent } from '../../src/workers/census.ts';

let census: Census;

beforeEach(() => {
  vi.useFakeTimers();
  census = new Census();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A worker that has so many subscribers; undefined: it says nothing. */
function worker(count: { of: number | undefined }): Respondent {
  const self: Respondent = {
    send: (message) => {
      if (message.type === 'tell' && count.of !== undefined) census.report(self, message.id, count.of);
    },
  };
  census.add(self);
  return self;
}

it('adds up what all workers say, without a wait when all have said it', async () => {
  worker({ of: 2 });
  worker({ of: 3 });
  expect(await census.subscribers()).toBe(5);
});

it('takes the last report of one that is too busy for another', async () => {
  worker({ of: 2 });
  const busy = { of: 3 as number | undefined };
  worker(busy);
  await census.subscribers();
  busy.of = undefined;
  const sum = census.subscribers();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await sum).toBe(5);
});

it('does not wait for one that ends before it says anything', async () => {
  worker({ of: 2 });
  const dying = worker({ of: undefined });
  const sum = census.subscribers();
  census.delete(dying);
  expect(await sum).toBe(2);
});

it('tells of no workers that there is nobody', async () => {
  expect(await census.subscribers()).toBe(0);
});
