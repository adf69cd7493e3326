import { EVERY_TICKER } from '@ticker/protocol';
import { type Document, type MongoClient, ReadPreference } from 'mongodb';
import { splitNamespace } from './namespace.ts';
import { decodeId } from './wire-id.ts';

const TIME_LIMIT_MS = 2_000;

/**
 * Whether a tick with this id, of one of these tickers (`*`: of any), is in the topic, by the primary's word: the member that has every tick first.
 *
 * @param id as on the wire
 * @returns undefined when the primary can't be asked
 */
export async function tickExists(
  client: MongoClient,
  topic: string,
  id: string,
  tickers: ReadonlySet<string> | typeof EVERY_TICKER = EVERY_TICKER,
): Promise<boolean | undefined> {
  const decoded = decodeId(id);
  if (!decoded) return false;
  const { database, collection } = splitNamespace(topic);
  try {
    const found = await client
      .db(database)
      .collection<Document>(collection, { readPreference: ReadPreference.primary })
      .findOne(
        {
          _id: { $eq: decoded.id as never },
          ...(tickers !== EVERY_TICKER && { ticker: { $in: [...tickers] } }),
        },
        { projection: { _id: 1 }, maxTimeMS: TIME_LIMIT_MS, timeoutMS: TIME_LIMIT_MS },
      );
    return found !== null;
  } catch {
    return undefined;
  }
}
