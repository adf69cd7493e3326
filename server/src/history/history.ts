import { hasRolled, type PlacedTick, type TopicStats } from '@ticker/mongo';
import type { Tick } from '@ticker/protocol';
import type { Backlog } from '../hub/backlog.ts';
import { Refusal } from '../refusal.ts';
import { edge, edgeSize, oldestHeld, olderThan } from './clocks.ts';
import { CandleAnswer, type Candles, type CandlesQuery, foldHeld } from './candle-answer.ts';
import { heldTicks, type TicksQuery } from './held-ticks.ts';
import { heldOf, older, type Stretch } from './older.ts';
import { readRefusal } from './read-refusal.ts';
import type { TopicReader } from './topic-reader.ts';
import { TopicSize } from './topic-size.ts';
import { type Asker, Turns } from './turns.ts';

/** Reads of the topic at a time. Each may cost 0.6 s of our CPU, and 2 s of a member's. */
const TURNS = { atOnce: 4, atOnceEach: 2, waiting: 64, waitingEach: 8, patienceMs: 5_000 };

export interface HistoryOptions {
  readonly backlog: Backlog;
  readonly topic: TopicReader;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Whether the first fill is done: before it the backlog lacks what is newest. */
  readonly isFilled: () => boolean;
}

/**
 * The past: ticks and candles from the backlog, and what is older than that from the topic. Exact as long as
 * publishers' clocks agree within a minute (`clocks.ts`).
 *
 * Its questions take who asks; they throw Refusal, with an HTTP status, where there is no answer now.
 */
export class History {
  readonly #backlog: Backlog;
  readonly #topic: TopicReader;
  readonly #size: TopicSize;
  readonly #now: () => number;
  readonly #isFilled: () => boolean;
  readonly #turns = new Turns(TURNS);

  constructor({ backlog, topic, now, isFilled }: HistoryOptions) {
    this.#backlog = backlog;
    this.#topic = topic;
    this.#size = new TopicSize(topic.topicStats);
    this.#now = now;
    this.#isFilled = isFilled;
  }

  /** The newest matching ticks, oldest first: in the order of delivery; before them the older ones, by their time. */
  async ticks(query: TicksQuery, asker: Asker): Promise<Tick[]> {
    this.#refuseUntilFilled();
    const { ticks, enough } = heldTicks(this.#backlog, query);
    if (enough) return ticks.toReversed();
    const { signal } = asker;
    return this.#ask(asker, async (topic) => {
      // Again: ticks came and went while we waited.
      const { ticks, enough } = heldTicks(this.#backlog, query);
      if (!enough && this.#isLarger(topic)) {
        const { tickers, from, to, limit } = query;
        for await (const { tick } of this.#older({ tickers, from, to }, signal)) {
          if (ticks.push(tick) >= limit) break;
        }
      }
      return ticks.toReversed();
    });
  }

  /** The newest candles of a ticker. One of which ticks may have been overwritten in the topic is not given. */
  async candles(query: CandlesQuery, asker: Asker): Promise<Candles> {
    this.#refuseUntilFilled();
    const held = new CandleAnswer(query, this.#now());
    if (foldHeld(this.#backlog, query.ticker, held)) return held.outcome();
    const { signal } = asker;
    return this.#ask(asker, async (topic) => {
      const answer = new CandleAnswer(query, this.#now());
      if (foldHeld(this.#backlog, query.ticker, answer)) return answer.outcome();
      if (!this.#isLarger(topic)) {
        const rolled = topic !== undefined && hasRolled(topic);
        return answer.outcome(rolled ? edge(oldestHeld(this.#backlog), answer.latest) : -Infinity);
      }
      await this.#foldOlder(query.ticker, answer, signal);
      if (!hasRolled(topic)) return answer.outcome();
      // Read last, since the ring rolls on while we read.
      const oldest = await this.#topic.oldestTicks(edgeSize(topic.count), signal);
      return answer.outcome(edge(oldest, answer.latest));
    });
  }

  async #foldOlder(ticker: string, answer: CandleAnswer, signal: AbortSignal): Promise<void> {
    const { fold, end } = answer;
    const stretch = { tickers: new Set([ticker]), from: fold.since, to: end };
    for await (const { tick, order } of this.#older(stretch, signal)) {
      if (tick.time < fold.since) return;
      // All of them were delivered before everything that is held.
      answer.add(tick, order - Number.MAX_SAFE_INTEGER);
    }
  }

  /** What the topic holds of a stretch that is older than the backlog, newest time first. */
  async *#older({ tickers, from, to }: Stretch, signal: AbortSignal): AsyncGenerator<PlacedTick, void, void> {
    const stretch = { tickers, from, to: Math.min(to, olderThan(this.#backlog)) };
    const held = heldOf(this.#backlog, stretch);
    yield* older(this.#topic.ticksByTime(stretch, signal), held, this.#backlog);
  }

  #isLarger(topic: TopicStats | undefined): topic is TopicStats {
    return topic !== undefined && topic.count > this.#backlog.size;
  }

  /** Does what needs the topic, when its turn has come. */
  async #ask<T>(asker: Asker, work: (topic: TopicStats | undefined) => Promise<T>): Promise<T> {
    try {
      return await this.#turns.run(asker, async () => work(await this.#size.get()));
    } catch (error) {
      throw asker.signal.aborted
        ? new Refusal(499, 'client_gone', 'whoever asked has gone')
        : readRefusal(error);
    }
  }

  #refuseUntilFilled(): void {
    if (!this.#isFilled()) throw new Refusal(503, 'filling', 'the backlog is being filled: try again');
  }
}
