import type { ClientSession, Collection, Document, MongoClient, Timestamp } from 'mongodb';
import { Backoff } from '../backoff.ts';
import { BadDocuments } from '../bad-documents.ts';
import type { Log } from '../log.ts';
import { splitNamespace } from '../namespace.ts';
import { nameOf } from '../queue/job.ts';
import { type Changed, RuleChanges } from './rule-changes.ts';
import type { WatchedRule } from './rule.ts';
import { readRule, type RuleDocument, WATCHED } from './rule-document.ts';

/** A read that is not answered for this long, in milliseconds, is given up. */
const READ_MS = 10_000;

/** What became of the rules that are armed or cool down. */
export type RulesNews =
  /** These, and no others. Comes first, and whenever something may have been missed. */
  | { readonly type: 'all'; readonly rules: readonly WatchedRule[] }
  /** `rules` are new or changed; `removed` are ids of those that are not watched (any more): fired, paused, removed. */
  | { readonly type: 'changed'; readonly rules: readonly WatchedRule[]; readonly removed: readonly string[] };

export interface FollowRulesOptions {
  readonly signal: AbortSignal;
  readonly log?: Log;
}

/**
 * Follows the rules that are armed or cool down, until the signal aborts. It never throws: every error is recovered
 * from, at once, then with a growing, jittered pause, and with all rules read anew.
 *
 * A change stream says which rules changed, and these are read again: what it says itself would be of that moment, and
 * could not tell how long a cool-down lasts by the database's clock. Reads are of what the majority has, and of what
 * the stream told of at least: a rule that a failover takes back was never shown.
 *
 * @param rules "database.collection"
 */
export async function* followRules(
  client: MongoClient,
  rules: string,
  { signal, log }: FollowRulesOptions,
): AsyncGenerator<RulesNews, void, void> {
  const { database, collection } = splitNamespace(rules);
  const found = client.db(database, { readPreference: 'primary' }).collection<RuleDocument>(collection);
  const bad = new BadDocuments('skipped a document of the rules that is no rule', log?.warn.bind(log));
  const backoff = new Backoff();
  let told: string | undefined;
  while (!signal.aborted) {
    let changes: RuleChanges | undefined;
    const session = client.startSession({ causalConsistency: true });
    try {
      const since = await majorityTime(found, session);
      const all = await read(found, WATCHED, session, bad);
      changes = new RuleChanges(found, since, signal);
      yield { type: 'all', rules: all };
      for (;;) {
        const changed = await changes.next();
        yield await reread(found, changed, session, bad);
        backoff.reset();
        told = undefined;
      }
    } catch (error) {
      const why = (error as Error).message;
      // While it lasts it is said once.
      if (!signal.aborted && why !== told)
        log?.warn({ why }, 'the alert rules are not followed: will try again');
      told = why;
    } finally {
      changes?.close();
      void session.endSession().catch(() => {});
    }
    await backoff.pause(signal);
  }
}

/** The time of what the majority has, at most: what comes later is told by a stream that begins there. */
async function majorityTime(rules: Collection<RuleDocument>, session: ClientSession): Promise<Timestamp> {
  const readConcern = { level: 'majority' } as const;
  await rules.findOne(
    {},
    { projection: { _id: 1 }, readConcern, session, signal: AbortSignal.timeout(READ_MS) },
  );
  return session.operationTime!;
}

async function reread(
  rules: Collection<RuleDocument>,
  { ids, time }: Changed,
  session: ClientSession,
  bad: BadDocuments,
): Promise<RulesNews> {
  if (time) session.advanceOperationTime(time);
  const found = await read(rules, { _id: { $in: ids }, ...WATCHED }, session, bad);
  const there = new Set(found.map(({ id }) => id));
  return { type: 'changed', rules: found, removed: ids.map(nameOf).filter((id) => !there.has(id)) };
}

async function read(
  rules: Collection<RuleDocument>,
  filter: Document,
  session: ClientSession,
  bad: BadDocuments,
): Promise<WatchedRule[]> {
  const left = {
    $cond: [{ $eq: [{ $type: '$coolUntil' }, 'date'] }, { $subtract: ['$coolUntil', '$$NOW'] }, 0],
  };
  const coolingMs = { $cond: [{ $eq: ['$state', 'cooling'] }, left, null] };
  const cursor = rules.aggregate<Document>([{ $match: filter }, { $set: { coolingMs } }], {
    readConcern: { level: 'majority' },
    batchSize: 1_000,
    session,
    signal: AbortSignal.timeout(READ_MS),
  });
  const watched: WatchedRule[] = [];
  for await (const document of cursor) {
    const rule = readRule(document);
    if (typeof rule === 'string') bad.add(rule);
    else watched.push({ ...rule, coolingMs: document['coolingMs'] as number | null });
  }
  return watched;
}
