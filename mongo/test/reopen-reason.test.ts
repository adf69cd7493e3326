import { MongoServerError } from 'mongodb';
import { expect, it } from 'vitest';
import { reopenWhy } from '../src/reopen-reason.ts';

it('a refused command is told in words of ours: mongod repeats it with its session and signed cluster time', () => {
  const message =
    'not authorized on finance to execute command { find: "ticker", $clusterTime: { signature: … } }';
  const why = reopenWhy(new MongoServerError({ message, code: 13 }));
  expect(why).toContain('tickerServer');
  expect(why).not.toContain('clusterTime');
});

it('everything else is told as it is', () => {
  expect(reopenWhy(new Error('the cursor ended'))).toBe('the cursor ended');
});
