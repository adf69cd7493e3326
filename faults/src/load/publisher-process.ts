import { writeSync } from 'node:fs';
import { MongoClient } from 'mongodb';
import { now } from '../clock.ts';
import { ID_MAKERS } from './new-ids.ts';
import { onTheWire, type TickDocument } from './tick-document.ts';

// A publisher in a process of its own, to be killed in mid-batch. Its journal goes to its output, by writes that are done
// when they return: what was told before the kill is told.

const [uri = '', database = '', ticker = ''] = process.argv.slice(2);
const BATCH = 100;
const PAUSE_MS = 50;

// Whoever started us is gone.
process.on('disconnect', () => process.exit(1));
const client = await new MongoClient(uri).connect();
const topic = client.db(database).collection('ticker');
for (let number = 0; ;) {
  const documents = Array.from({ length: BATCH }, (): TickDocument => {
    number++;
    // None but these two differ from those of the process that was killed before.
    const _id = ID_MAKERS[number % 2 === 0 ? 0 : 3]!(number, Math.random);
    return { _id, time: new Date(), ticker, price: number };
  });
  const ticks = documents.map(onTheWire);
  tell({ sent: ticks, at: now() });
  try {
    await topic.insertMany(documents as never, { writeConcern: { w: 'majority' } });
    tell({ acknowledged: ticks.map(({ id }) => id), at: now() });
  } catch {
    // Unknown.
  }
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}

function tell(line: object): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}
