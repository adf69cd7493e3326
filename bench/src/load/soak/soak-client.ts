import type { ClientPlan } from '../../soak/mix.ts';
import { tickerName } from '../../soak/ticker.ts';
import type { Frame, FrameCache } from '../frame-cache.ts';
import { FULL, LastIds } from '../last-ids.ts';
import { Account } from './account.ts';
import { openSocket } from './socket-wire.ts';
import { openStream } from './stream-wire.ts';
import type { Heard, Wire } from './wire.ts';

/** After a connection that ended by itself, or was refused: at most. */
const RETRY_MS = 1_000;
/** Whoever comes and goes, in ms. */
const STAY = { from: 10_000, to: 60_000 };
const AWAY = { from: 1_000, to: 20_000 };
/** Longer than the 10 s after which the server closes who takes nothing. */
const DEAF = { from: 13_000, to: 18_000 };
/** A slow one says how many ticks it wants where it was overtaken: as many as make its next `since` full. */
const HISTORY = 256;

/** Where the clients of a process are. */
export interface Surroundings {
  /** Of the server: `http://127.0.0.1:port`. */
  readonly url: string;
  readonly run: number;
  readonly frames: FrameCache;
  readonly random: () => number;
  /** What a slow one takes, bytes a second. */
  readonly slowBytes: number;
  /** An id that is far back in the ring; undefined while there is none. */
  landmark(): Promise<string | undefined>;
  /** A tick came, so long after it was sent. */
  latency(plan: ClientPlan, micros: number, count: number): void;
}

/** A tick of the ring's fill, behind which a client begins. */
export interface Start {
  readonly id: string;
  readonly sequence: number;
}

/** A client of the soak: it comes, does as its kind does until it is told to finish, and keeps books. */
export class SoakClient {
  readonly plan: ClientPlan;
  readonly account: Account;
  readonly #around: Surroundings;
  readonly #start: Start | undefined;
  readonly #ids = new LastIds();
  #wire: Wire | undefined;
  #timer: NodeJS.Timeout | undefined;
  #finishing = false;
  /** When a slow one may read on. */
  #quietUntil = 0;
  /** How often it came back, after it had left. */
  returns = 0;
  /** How often its connection was ended, other than by itself. */
  closed = 0;

  constructor(plan: ClientPlan, around: Surroundings, start?: Start) {
    this.plan = plan;
    this.#around = around;
    this.#start = start;
    this.account = new Account(around.run, plan.mode, start?.sequence);
  }

  /** Resolves when its subscription stands. */
  async come(): Promise<void> {
    if (this.plan.kind === 'deaf') return this.#comeDeaf();
    await this.#connect(this.#ids.list);
    if (this.plan.kind === 'returning' && this.#wire && !this.#finishing) this.#in(STAY, () => this.#leave());
  }

  /** Takes all that comes from now on, and stays. A deaf one goes. */
  finish(): void {
    this.#finishing = true;
    clearTimeout(this.#timer);
    this.#wire?.resume();
    if (this.plan.kind === 'deaf') this.leave();
    else if (!this.#wire) void this.come();
  }

  /** For good. */
  leave(): void {
    this.#finishing = true;
    clearTimeout(this.#timer);
    this.#wire?.leave(true);
    this.#wire = undefined;
  }

  #connect(held: readonly string[]): Promise<void> {
    const { plan, account } = this;
    const since = held.length > 0 ? held : this.#start ? [this.#start.id] : [];
    account.begin(since.length === 0 || (plan.via === 'socket' && since.length >= FULL));
    return new Promise((resolve) => {
      const wanted = {
        url: this.#around.url,
        tickers: plan.tickers?.map(tickerName) ?? ['*'],
        mode: plan.mode,
        since,
        history: plan.kind === 'slow' ? HISTORY : 0,
      };
      const heard: Heard = {
        subscribed: resolve,
        frame: (frame, bytes, atMicros) => this.#take(frame, bytes, atMicros),
        gap: (missed) => account.gap(missed),
        end: () => {
          this.closed++;
          this.#wire = undefined;
          this.#in({ from: 0, to: RETRY_MS }, () => void this.come());
          resolve();
        },
      };
      this.#wire =
        plan.via === 'socket' ? openSocket(wanted, this.#around.frames, heard) : openStream(wanted, heard);
    });
  }

  #take({ stretches, ids, conflated }: Frame, bytes: number, atMicros: number): void {
    if (ids.length > 0) this.#ids.add(ids);
    this.account.frame(stretches, conflated);
    for (const { run, from, to, sentMicros } of stretches)
      if (run === this.#around.run) this.#around.latency(this.plan, atMicros - sentMicros, to - from + 1);
    if (this.plan.kind === 'slow' && !this.#finishing) this.#slowDown(bytes);
  }

  /** Reads no more for as long as these bytes last. */
  #slowDown(bytes: number): void {
    const now = performance.now();
    this.#quietUntil = Math.max(this.#quietUntil, now) + (bytes * 1000) / this.#around.slowBytes;
    this.#wire?.pause();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#wire?.resume(), this.#quietUntil - now);
  }

  #leave(): void {
    if (!this.#mayLeave) return this.#in(STAY, () => this.#leave());
    this.#wire?.leave(this.#around.random() < 0.5);
    this.#wire = undefined;
    this.returns++;
    this.#in(AWAY, () => void this.come());
  }

  /**
   * Whoever has no id yet can't go on where it was, and what comes meanwhile nobody owes it. On a socket what it had last may
   * come again, by the protocol, while its list is not full.
   */
  get #mayLeave(): boolean {
    return this.plan.via === 'socket' ? this.#ids.full : this.#ids.list.length > 0;
  }

  async #comeDeaf(): Promise<void> {
    const since = (await this.#around.landmark()) ?? this.#start!.id;
    if (this.#finishing) return;
    // A socket can't be paused before it is open.
    void this.#connect([since]).then(() => this.#wire?.pause());
    this.#in(DEAF, () => {
      this.#wire?.leave(false);
      this.#wire = undefined;
      this.returns++;
      this.#in(AWAY, () => void this.come());
    });
  }

  #in({ from, to }: { readonly from: number; readonly to: number }, act: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, from + (to - from) * this.#around.random());
  }
}
