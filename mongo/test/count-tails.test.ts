import { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import { countTails } from '../src/count-tails.ts';

const URI = 'mongodb://127.0.0.1:1/?replicaSet=rs0';

// A look at the others is nobody's errand: what it threw would end the process.
it.each(['127.0.0.1:1', '/tmp/mongodb-27017.sock'])(
  'leaves out %s, which can not be asked, and never rejects',
  async (address) => {
    const client = new MongoClient(URI);
    expect(await countTails(URI, client, [address], 'finance.ticker')).toEqual(new Map());
  },
);
