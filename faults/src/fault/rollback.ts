import { MongoClient, ObjectId } from 'mongodb';
import { onTheWire } from '../load/tick-document.ts';
import { Book } from '../oracle/book.ts';
import { journey } from '../oracle/journey.ts';
import { story } from '../oracle/story.ts';
import { waitUntil } from '../play/wait.ts';
import { SocketSubscriber } from '../subscriber/socket-subscriber.ts';
import type { Fault } from './fault.ts';

const UNREPLICATED = 50;
const PATIENCE_MS = 10_000;
/** No member has it, so the tail reads the primary: the one place where a tick can be read that may be taken back. */
const FROM_THE_PRIMARY = { TAIL_TAGS: 'role:none', ALERTS: 'off' };

/**
 * A primary takes writes that no other member gets, and dies; the others elect one of theirs; it comes back, and takes those
 * writes back. Read from that very primary, by majority and, beside it, by local reads, of which the phantoms are told.
 */
export const rollback: Fault = {
  name: 'rollback',
  about: 'a primary dies with writes that nobody else has, and takes them back when it returns',
  holdMs: 2_000,
  gaps: 'none',
  alone: true,
  inject: async ({ stage, topic, journal, random, startServer, record }) => {
    const careful = await startServer(FROM_THE_PRIMARY);
    const hasty = await startServer({ ...FROM_THE_PRIMARY, READ_CONCERN: 'local' });
    const all = { mode: 'all', tickers: ['*'], random } as const;
    record(new SocketSubscriber({ ...all, name: 'socket of the primary', addresses: () => [careful.url] }));
    const local = new SocketSubscriber({ ...all, name: 'local reads', addresses: () => [hasty.url] });
    const primary = await stage.set.primary();
    const secondaries = await stage.set.secondaries();
    const before = await rollbackId(primary);
    const stop = (mode: 'alwaysOn' | 'off') =>
      Promise.all(secondaries.map((one) => one.command({ configureFailPoint: 'stopReplProducer', mode })));
    await stop('alwaysOn');
    const documents = Array.from({ length: UNREPLICATED }, (_, price) => ({
      _id: new ObjectId(),
      time: new Date(),
      ticker: 'P0',
      price,
    }));
    const ticks = documents.map(onTheWire);
    journal.sent(ticks);
    const client = await new MongoClient(`mongodb://${primary.address}/?directConnection=true`).connect();
    await client
      .db(topic.collection.dbName)
      .collection('ticker')
      .insertMany(documents, { writeConcern: { w: 1, journal: true } })
      .finally(() => client.close());
    const seen = await waitUntil(() => ticks.every(({ id }) => local.has(id)), PATIENCE_MS);
    await primary.kill('SIGKILL');
    await stop('off');
    await stage.set.primary();
    return {
      heal: async () => {
        await primary.start();
        await stage.settled();
      },
      after: async (note) => {
        local.stop();
        const wrong: string[] = [];
        if ((await rollbackId(primary)) === before) wrong.push('the former primary took nothing back');
        if (!seen) wrong.push('local reads did not see what the primary alone had: nothing was shown');
        const evidence = {
          publications: journal.publications,
          collection: await topic.ticks(),
          overwritten: false,
        };
        const book = new Book(evidence);
        const phantoms = story(journey(local.recording)).ticks.filter(
          ({ tick }) => book.phantom(tick) !== undefined,
        );
        note(`local reads of the primary handed on ${phantoms.length} ticks that were taken back`);
        return wrong;
      },
    };
  },
};

async function rollbackId(member: {
  command(command: object): Promise<Record<string, unknown>>;
}): Promise<number> {
  return Number((await member.command({ replSetGetRBID: 1 }))['rbid']);
}
