import { randomBytes } from 'node:crypto';
import type { Collection, ObjectId } from 'mongodb';
import { nowMicros } from '../measure/clock.ts';
import { stampedTick, type TickStamp } from '../measure/tick-stamp.ts';
import { type Stretch, stretches } from './stretch.ts';

// The simulator's topic (`schemas/queue/topic.js`, `simulations/topic_simulation.js`), written anew.

/** A document of it, of about the same size; in its payload the moment of sending, which the simulator's has not. */
export interface ArticleDocument {
  readonly _id: ObjectId;
  readonly createdOn: Date;
  readonly payload: {
    readonly user_email: string;
    readonly job: { readonly company: string; readonly phone: string; readonly duties: string };
    readonly sentMicros: number;
  };
}

/** The ring, which is large enough for no run to fill it. */
export const ARTICLE_TOPIC = { database: 'topics', collection: 'topics', sizeBytes: 1_000_000_000 };

const word = () => randomBytes(4).toString('hex');

/** A document with a payload made up anew, as the simulator's template makes it. */
export function articleDocument(stamp: TickStamp, sentMicros: number): ArticleDocument {
  const { _id, time } = stampedTick(stamp, sentMicros);
  const [email, company, phone] = [`${word()}@${word()}.com`, word(), word()];
  // The template has "{[chance.sentence()}}": it is no sentence, but stays as it is.
  const job = { company, phone, duties: '{[chance.sentence()}}' };
  return { _id, createdOn: time, payload: { user_email: email, job, sentMicros } };
}

/**
 * Follows the topic as the simulator's listeners do: one tailable cursor from the first document on, on the primary, with
 * mongod's default wait. Resolves when the cursor ends.
 *
 * @throws MongoError when it breaks
 */
export async function followArticle(
  topic: Collection<ArticleDocument>,
  receive: (stretches: readonly Stretch[], atMicros: number) => void,
): Promise<void> {
  for await (const { _id, payload } of topic.find({}, { tailable: true, awaitData: true })) {
    receive(stretches([{ id: _id.toHexString(), price: payload.sentMicros }]), nowMicros());
  }
}
