import type { Tick } from '@ticker/protocol';
import type { MongoClient } from 'mongodb';
import { answered } from './answered.ts';
import { Backoff, pause } from './backoff.ts';
import { createClient, directUri } from './client.ts';
import { Crowd, type Looks } from './crowd.ts';
import type { Entry, EntryKind } from './entry-kind.ts';
import { EntryReader } from './entry-reader.ts';
import type { Log } from './log.ts';
import type { Choice, MemberLag, Members } from './members.ts';
import { splitNamespace } from './namespace.ts';
import { Rejoin, type Known } from './rejoin.ts';
import { type Leave, type ReopenReason, reopenReason, reopenWhy } from './reopen-reason.ts';
import { TailMonitor, type TailStatus } from './tail-status.ts';
import { TICKS } from './tick-kind.ts';
import { hasRolled, topicStats } from './topic-stats.ts';
import { TopicCursor } from './topic-cursor.ts';
import { topicIdentity } from './topic-identity.ts';
import { WakeTrouble } from './wake-trouble.ts';
import { Wake, type WakeState } from './wake.ts';

/**
 * How long a member may leave a question unanswered before another one is tried, in milliseconds. It answers within
 * `awaitMs` (20) when it is well; with the stop-and-go of a loaded machine seconds were seen, never three.
 */
const SILENCE_MS = 3_000;

/** How long a stop waits for the member to end the cursors, in milliseconds. */
const CLOSE_MS = 1_000;

/** What a tail gives, in order. Of a topic its entries are ticks. */
export type TailItem<One extends Entry = Tick> =
  /** `live`: false for what the topic held already, at the first fill or after a gap. Their age is not our delay. */
  | { readonly type: 'ticks'; readonly ticks: One[]; readonly live: boolean }
  /** Ticks may be missing here. `recreated`: the topic was dropped and made anew, so old ids may come again. */
  | { readonly type: 'gap'; readonly recreated: boolean }
  /** Before the first tick. `whole`: nothing was ever overwritten in the topic, so these are all there ever were. */
  | { readonly type: 'start'; readonly whole: boolean }
  /** The first fill has caught up with the topic's end; the topic may also be empty, or not exist yet. */
  | { readonly type: 'filled' };

export interface TailOptions {
  readonly uri: string;
  /** Of the whole set. The tail reads through a client of its own, of one member. */
  readonly client: MongoClient;
  /** Tails of one process may share it. */
  readonly members: Members;
  /** "database.collection", capped. */
  readonly topic: string;
  /** What was delivered: add each tick (and forget all when `recreated`) before asking for the next item. */
  readonly known: Known;
  /** How many ticks `known` holds at most: older ones of a larger topic are not read. */
  readonly backlogMax: number;
  readonly readConcern: 'majority' | 'local';
  /** How long mongod waits for a tick before it answers "none", in milliseconds, where nothing tells of ticks. */
  readonly awaitMs: number;
  /**
   * Whether a change stream tells of ticks (see {@link Wake}), by default for majority reads: local ones are woken by the
   * insert itself. `steadyMs`: how often it asks all the same.
   */
  readonly wake?: false | { readonly steadyMs: number };
  /** How often it looks whether its member carries more tails than others; see {@link Crowd} for the default. */
  readonly looks?: Looks;
  readonly signal: AbortSignal;
  readonly appName?: string;
  readonly log?: Log;
}

/** How a scan is begun: see {@link Tail}. */
type Plan = 'skip the old' | 'from the start' | 'all is new';

/** What a scan ended with that found none of the ticks that are held. */
const LOST = Symbol('lost');

/**
 * Follows the end of a topic: one tailable cursor, on a secondary where there is one. Gives every tick once, in the
 * order of the member that it reads, and a gap wherever some may be missing. Ends when the signal aborts.
 *
 * Every cursor begins at the START of the collection, without a filter: the only start that is right for every
 * publisher, since ids and clocks come from publishers (`_id > last` and `time >= last` lose ticks). What was
 * delivered before is left out by id. Every end of the cursor that we did not ask for is recovered from: at once,
 * then with a growing, jittered pause.
 *
 * Of a topic larger than `backlogMax` the oldest `count - backlogMax` are skipped. That can't lose a new tick: the
 * held ones are the newest `backlogMax`, so a scan that begins among them meets them; one that meets none begins
 * again from the true start, and one that meets none there either announces a gap and takes all as new.
 */
export class Tail<One extends Entry = Tick> implements AsyncIterable<TailItem<One>> {
  readonly #options: TailOptions;
  readonly #monitor: TailMonitor;
  readonly #crowd: Crowd;
  readonly #reader: EntryReader<One>;
  readonly #backoff = new Backoff();
  readonly #trouble: WakeTrouble;
  #wake: Wake | undefined;
  #filled = false;
  #whole = false;
  #identity: string | undefined;

  /** @param kind of the documents; by default they are ticks */
  constructor(options: TailOptions, kind?: EntryKind<One>) {
    this.#options = options;
    this.#monitor = new TailMonitor(options.members);
    this.#crowd = new Crowd(options);
    this.#trouble = new WakeTrouble(options);
    // Without a kind `One` is its default, the tick.
    this.#reader = new EntryReader(kind ?? (TICKS as EntryKind<Entry> as never), options.log);
  }

  get status(): TailStatus {
    return this.#monitor.status(this.#reader.badDocuments);
  }

  /** How often each reason had another cursor opened. */
  get reopens(): ReadonlyMap<ReopenReason, number> {
    return this.#monitor.reopens;
  }

  /** How it learns of ticks. */
  get wake(): WakeState {
    return this.#wakes ? (this.#wake?.state ?? 'unheard') : 'off';
  }

  /** The set's members that hold data, and how far behind they are. */
  get members(): readonly MemberLag[] {
    return this.#options.members.list();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<TailItem<One>, void, void> {
    const { members, signal, topic, log } = this.#options;
    while (!signal.aborted) {
      const choice = await this.#crowd.choose();
      if (!choice) {
        this.#monitor.lost('no member of the replica set can be read from');
        await members.changed(signal);
        continue;
      }
      let reason: ReopenReason;
      try {
        const leave = yield* this.#follow(choice);
        if (!leave) return;
        reason = leave.code;
        log?.info({ member: choice.address, reason: leave.why }, 'tail leaves the member');
      } catch (error) {
        if (signal.aborted) return;
        reason = reopenReason(error);
        const why = reopenWhy(error, topic, this.#reader.kind.role);
        log?.warn({ member: choice.address, why }, 'tail lost its cursor');
        members.avoid(choice.address);
        this.#monitor.lost(why, choice);
        await this.#backoff.pause(signal);
      }
      this.#monitor.reopened(reason);
    }
  }

  /**
   * Reads from one member until there is a reason to leave it, which it returns; undefined when it was stopped. Throws
   * when the cursor is lost.
   */
  async *#follow(choice: Choice): AsyncGenerator<TailItem<One>, Leave | undefined, void> {
    const { uri, client: set, members, signal, known, awaitMs, appName = 'ticker-tail', log } = this.#options;
    const client = createClient(directUri(uri, set, choice.address), appName, {
      // The cursor, the change stream, and what is asked beside them.
      maxPoolSize: 3,
      socketTimeoutMS: SILENCE_MS,
      connectTimeoutMS: SILENCE_MS,
      serverSelectionTimeoutMS: SILENCE_MS,
      readPreference: 'secondaryPreferred',
      // It would be of the same member, for 3 s: another one is there at once.
      retryReads: false,
    });
    this.#wake = this.#wakes ? this.#wakeOf(client, choice) : undefined;
    try {
      await client.connect();
      let plan: Plan = 'skip the old';
      while (!signal.aborted) {
        const reason = members.reasonToLeave(choice);
        if (reason) return reason;
        this.#monitor.asked();
        const opened = await this.#open(client, choice, plan);
        this.#monitor.answered();
        if (!opened) {
          if (!this.#filled) yield this.#fill();
          await pause(awaitMs, signal);
          continue;
        }
        log?.info({ member: choice.address, state: members.state(choice.address) }, 'tail reads');
        if (known.next === 0) yield { type: 'start', whole: this.#whole };
        const anew = opened.recreated || plan === 'all is new';
        if (anew) yield this.#gap(opened.recreated);
        const end = yield* this.#read(
          opened.cursor,
          choice,
          anew ? undefined : new Rejoin<One>(known, this.#whole, opened.rolled),
        );
        if (end !== LOST) return end;
        await opened.cursor.close();
        plan = opened.skipped ? 'from the start' : 'all is new';
      }
      return undefined;
    } finally {
      const closed = this.#close(client);
      // Not awaited where we go on: a member that is gone would hold us up until its time-out.
      if (signal.aborted) await answered(closed, CLOSE_MS).catch(() => {});
    }
  }

  /** A cursor that hears; undefined while the topic has nothing to read. */
  async #open(client: MongoClient, choice: Choice, plan: Plan) {
    const { topic, backlogMax, readConcern, awaitMs, known } = this.#options;
    const { database, collection } = splitNamespace(topic);
    const identity = await topicIdentity(client, topic);
    const stats = identity === undefined ? undefined : await topicStats(client, topic);
    const skip = plan === 'from the start' || !stats ? 0 : Math.max(0, stats.count - backlogMax);
    const cursor =
      stats &&
      (await TopicCursor.open(client.db(database), collection, {
        client,
        readConcern,
        awaitMs,
        skip,
        fields: this.#reader.kind.fields,
      }));
    this.#monitor.on(choice);
    if (!cursor) return undefined;
    // Dropped and made anew while we opened it: the cursor is of the old one.
    if ((await topicIdentity(client, topic)) !== identity) {
      await cursor.close();
      return undefined;
    }
    const recreated = this.#identity !== undefined && this.#identity !== identity;
    this.#identity = identity;
    // Asked with the first batch in hand: what was overwritten before that shows in the numbers.
    const after = await topicStats(client, topic);
    const rolled = !after || hasRolled(after);
    if (known.next === 0) this.#whole = skip === 0 && !rolled;
    return { cursor, recreated, rolled, skipped: skip > 0 };
  }

  async *#read(
    cursor: TopicCursor,
    choice: Choice,
    begin: Rejoin<One> | undefined,
  ): AsyncGenerator<TailItem<One>, Leave | typeof LOST | undefined, void> {
    const { members, signal, known, awaitMs } = this.#options;
    let rejoin = begin;
    let live = this.#filled && begin !== undefined;
    let waitMs = awaitMs;
    while (!signal.aborted) {
      const reason = members.reasonToLeave(choice) ?? this.#crowd.reasonToLeave(choice);
      if (reason) return reason;
      this.#monitor.asked();
      const { documents, caughtUp } = await cursor.read(waitMs);
      this.#monitor.answered();
      this.#backoff.reset();
      if (live) this.#wake?.read(documents.length);
      const ticks = this.#reader.read(documents);
      if (rejoin) {
        const results = [rejoin.take(ticks), ...(caughtUp ? [rejoin.end()] : [])];
        if (results.some(({ lost }) => lost)) return LOST;
        for (const { gap, ticks: fresh } of results) {
          if (gap) {
            live = false;
            yield this.#gap(false);
          }
          if (fresh.length > 0) yield { type: 'ticks', ticks: fresh, live };
        }
        if (rejoin.settled) rejoin = undefined;
      } else {
        const fresh = ticks.filter(({ id }) => known.position(id) === undefined);
        if (fresh.length > 0) yield { type: 'ticks', ticks: fresh, live };
      }
      if (caughtUp) live = true;
      if (caughtUp && !this.#filled) yield this.#fill();
      if (caughtUp && this.#wake) waitMs = await this.#wake.next();
    }
    return undefined;
  }

  /** Leaves no cursor behind on a member that answers. Never rejects. */
  async #close(client: MongoClient): Promise<void> {
    const wake = this.#wake;
    this.#wake = undefined;
    await wake?.end();
    await client.close().catch(() => {});
  }

  get #wakes(): boolean {
    const { wake, readConcern } = this.#options;
    return wake !== false && readConcern === 'majority';
  }

  #wakeOf(client: MongoClient, { address }: Choice): Wake {
    const { topic, awaitMs, signal, wake } = this.#options;
    const onTrouble = (error: unknown): void => this.#trouble.hear(error, address, this.#reader.kind.role);
    return new Wake({ client, topic, awaitMs, steadyMs: (wake || undefined)?.steadyMs, signal, onTrouble });
  }

  #fill(): TailItem<One> {
    this.#filled = true;
    this.#monitor.filled();
    return { type: 'filled' };
  }

  #gap(recreated: boolean): TailItem<One> {
    this.#monitor.gaps++;
    return { type: 'gap', recreated };
  }
}
