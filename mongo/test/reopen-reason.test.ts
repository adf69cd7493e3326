import { MongoServerError } from 'mongodb';
import { expect, it } from 'vitest';
import { reopenWhy } from '../src/reopen-reason.ts';

it('a refused command is told in words of ours: mongod repeats it with its session and signed cluster time', () => {
  const message =
    'not authorized on finance to execute command { find: "ticker", $clusterTime: { signature: … } }';
  const why = reopenWhy(new MongoServerError({ message, code: 13 }), 'finance.ticker', 'tickerServer');
  expect(why).toBe(
    'the user of MONGODB_URI may not read finance.ticker: it needs the role tickerServer (npm run roles)',
  );
});

it('everything else is told as it is', () => {
  expect(reopenWhy(new Error('the cursor ended'), 'finance.ticker', 'tickerServer')).toBe('the cursor ended');
});
