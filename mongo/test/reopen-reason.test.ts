import {
  MongoNetworkError,
  MongoNetworkTimeoutError,
  MongoServerError,
  MongoServerSelectionError,
  type TopologyDescription,
} from 'mongodb';
import { expect, it } from 'vitest';
import { reopenReason, reopenWhy } from '../src/reopen-reason.ts';

it('a refused command is told in words of ours: mongod repeats it with its session and signed cluster time', () => {
  const message =
    'not authorized on finance to execute command { find: "ticker", $clusterTime: { signature: … } }';
  const why = reopenWhy(new MongoServerError({ message, code: 13 }), 'finance.ticker', 'tickerServer');
  expect(why).toBe(
    'the user of MONGODB_URI may not read finance.ticker: it needs the role tickerServer (npm run roles)',
  );
});

it('everything else is told as it is', () => {
  const ended = new Error('the cursor ended');
  const overwritten = new MongoServerError({ message: 'CappedPositionLost', code: 136 });
  expect(reopenWhy(ended, 'finance.ticker', 'tickerServer')).toBe('the cursor ended');
  expect(reopenWhy(overwritten, 'finance.ticker', 'tickerServer')).toBe('CappedPositionLost');
  expect(reopenWhy('gone', 'finance.ticker', 'tickerServer')).toBe('gone');
});

it.each([
  ['member_silent', new MongoNetworkTimeoutError('no answer')],
  ['connection_lost', new MongoNetworkError('closed')],
  ['connection_lost', new MongoServerSelectionError('nobody', {} as TopologyDescription)],
  ['cursor_lost', new MongoServerError({ message: 'CappedPositionLost', code: 136 })],
])('programs are told %s of %s', (reason, error) => {
  expect(reopenReason(error)).toBe(reason);
});
