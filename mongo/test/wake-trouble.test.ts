import { describe, expect, it } from 'vitest';
import { MongoServerError } from 'mongodb';
import { WakeTrouble } from '../src/wake-trouble.ts';

function heard(): { trouble: WakeTrouble; said: string[] } {
  const said: string[] = [];
  const say = (fields: object, message: string): void => {
    said.push(`${(fields as { why?: string }).why ?? ''} | ${message}`);
  };
  const log = { info: say, warn: say };
  return { trouble: new WakeTrouble({ topic: 'finance.ticker', awaitMs: 20, log }), said };
}

describe('WakeTrouble', () => {
  it('says what a user lacks, and which role has it', () => {
    const { trouble, said } = heard();
    const error = new MongoServerError({ message: 'not authorized, lsid …', code: 13 });
    trouble.hear(error, 'a:1', 'tickerServer');
    expect(said).toEqual([
      'the user of MONGODB_URI may not watch finance.ticker: it needs the role tickerServer as npm run roles makes it now' +
        ' | no change stream tells of ticks: asked every 20 ms, will try again',
    ]);
  });

  it('says the same thing once, whichever member refuses, and what is new again', () => {
    const { trouble, said } = heard();
    trouble.hear(new Error('one'), 'a:1', 'tickerServer');
    trouble.hear(new Error('one'), 'b:1', 'tickerServer');
    trouble.hear(new Error('two'), 'b:1', 'tickerServer');
    expect(said.map((line) => line.split(' | ')[0])).toEqual(['one', 'two']);
  });

  it('says anything else that mongod refuses as mongod says it, and which member did', () => {
    const warned: object[] = [];
    const told: object[] = [];
    const log = {
      warn: (fields: object): void => void warned.push(fields),
      info: (fields: object): void => void told.push(fields),
    };
    const trouble = new WakeTrouble({ topic: 'finance.ticker', awaitMs: 20, log });
    trouble.hear(new MongoServerError({ message: 'no oplog', code: 40_573 }), 'a:1', 'tickerServer');
    trouble.hear(undefined, 'b:1', 'tickerServer');
    expect(warned).toEqual([{ member: 'a:1', why: 'no oplog' }]);
    expect(told).toEqual([{ member: 'b:1' }]);
  });

  it('is silent without a log', () => {
    const trouble = new WakeTrouble({ topic: 'finance.ticker', awaitMs: 20 });
    trouble.hear(new Error('one'), 'a:1', 'tickerServer');
    expect(() => trouble.hear(undefined, 'a:1', 'tickerServer')).not.toThrow();
  });

  it('says when one is heard again, and nothing while none ever failed', () => {
    const { trouble, said } = heard();
    trouble.hear(undefined, 'a:1', 'tickerServer');
    expect(said).toEqual([]);
    trouble.hear(new Error('one'), 'a:1', 'tickerServer');
    trouble.hear(undefined, 'a:1', 'tickerServer');
    expect(said.at(-1)).toBe(' | a change stream tells of ticks again');
    expect(said).toHaveLength(2);
  });
});
