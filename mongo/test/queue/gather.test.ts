import { expect, it } from 'vitest';
import { Gather } from '../../src/queue/gather.ts';

/** Calls that the test answers itself. */
function held(most = 10) {
  const calls: { requests: readonly number[]; answer: () => void; refuse: (error: Error) => void }[] = [];
  const gather = new Gather<number, number>(
    (requests) =>
      new Promise((resolve, reject) => {
        calls.push({ requests, answer: () => resolve(requests.map((n) => -n)), refuse: reject });
      }),
    { size: (n) => n, most },
  );
  return { calls, gather };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('calls at once for a lone request', async () => {
  const { calls, gather } = held();
  const answer = gather.ask(3);
  await turn();
  calls[0]!.answer();
  await expect(answer).resolves.toBe(-3);
});

it('has those who come while a call is under way share the next, each with its own answer', async () => {
  const { calls, gather } = held();
  const first = gather.ask(1);
  await turn();
  const rest = [gather.ask(2), gather.ask(3)];
  await turn();
  expect(calls.map(({ requests }) => requests)).toEqual([[1]]);
  calls[0]!.answer();
  await turn();
  expect(calls.map(({ requests }) => requests)).toEqual([[1], [2, 3]]);
  calls[1]!.answer();
  await expect(Promise.all([first, ...rest])).resolves.toEqual([-1, -2, -3]);
});

it('calls with no more than may go together, and with a larger request alone', async () => {
  const { calls, gather } = held();
  const all = [4, 5, 6, 99, 1].map((n) => gather.ask(n));
  for (let n = 0; n < 4; n++) {
    await turn();
    calls[n]!.answer();
  }
  await expect(Promise.all(all)).resolves.toEqual([-4, -5, -6, -99, -1]);
  expect(calls.map(({ requests }) => requests)).toEqual([[4, 5], [6], [99], [1]]);
});

it('tells all who shared a call of its error, and goes on', async () => {
  const { calls, gather } = held();
  const both = Promise.allSettled([gather.ask(1), gather.ask(2)]);
  await turn();
  const next = gather.ask(3);
  calls[0]!.refuse(new Error('no'));
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await turn();
  calls[1]!.answer();
  await expect(next).resolves.toBe(-3);
});
