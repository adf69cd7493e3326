import {
  type Alert,
  type ClientMessage,
  Limits,
  type Mode,
  type ServerMessage,
  type Standstill,
  type Tick,
} from '@ticker/protocol';
import { connection, type Connection } from '../../src/feed/connection.ts';
import type { AlertReport, Delivery, Effect, FeedEvent } from '../../src/feed/event.ts';
import { initialState, type FeedState } from '../../src/feed/feed-state.ts';
import { step } from '../../src/feed/step.ts';

/** The feed without a world: the test is its clock, its chance and its server. */
export class Driver {
  state: FeedState;
  now = 1_000_000;
  /** What every throw of the dice gives. */
  random = 0.5;
  readonly effects: Effect[] = [];

  constructor(tickers: readonly string[] = ['*'], history = 200, mode: Mode = 'all') {
    this.state = initialState(tickers, history, mode);
  }

  /** Hands the machine an event, and gives what it wants done. */
  on(event: FeedEvent): readonly Effect[] {
    const { state, effects } = step(this.state, event, { now: this.now, random: this.random });
    this.state = state;
    this.effects.push(...effects);
    return effects;
  }

  /** Lets time pass, with the timer at its times. */
  advance(ms: number): void {
    const end = this.now + ms;
    for (let at = this.state.wakeAt; at !== null && at <= end; at = this.state.wakeAt) {
      this.now = Math.max(this.now, at);
      this.on({ type: 'timer' });
      if (this.state.wakeAt === at) throw new Error('the timer is set for a time that has come');
    }
    this.now = end;
  }

  get seen(): Connection {
    return connection(this.state, this.now);
  }

  open(): readonly Effect[] {
    return this.on({ type: 'open', socket: this.state.socket });
  }

  receive(message: ServerMessage | null): readonly Effect[] {
    return this.on({ type: 'message', socket: this.state.socket, message });
  }

  close(code: number, reason = ''): readonly Effect[] {
    return this.on({ type: 'closed', socket: this.state.socket, code, reason });
  }

  /** Answers every subscribe that waits. */
  confirm(resumed = false): void {
    for (const { id, tickers } of this.state.pending) {
      this.receive({ type: 'subscribed', id, tickers: [...tickers], mode: 'all', resumed });
    }
  }

  /** From the start to a confirmed subscribe. */
  join(): this {
    this.on({ type: 'start' });
    this.open();
    this.confirm();
    return this;
  }

  /** What a server of ours says first. */
  welcome(): readonly Effect[] {
    const limits = { ...Limits };
    return this.receive({ type: 'welcome', version: '1', process: 'a', time: 0, heartbeatMs: 1000, limits });
  }

  heartbeat(last: string | null = null, standstill?: Standstill): readonly Effect[] {
    return this.receive({ type: 'heartbeat', time: 0, last, ...(standstill && { standstill }) });
  }

  ticks(...ids: string[]): readonly Effect[] {
    return this.receive({ type: 'ticks', ticks: ids.map((id) => tick(id)), conflated: 0 });
  }

  /** Ticks for which others were skipped. */
  conflated(skipped: number, ...ids: string[]): readonly Effect[] {
    return this.receive({ type: 'ticks', ticks: ids.map((id) => tick(id)), conflated: skipped });
  }

  snapshot(id: number | null, ...ids: string[]): readonly Effect[] {
    return this.receive({ type: 'snapshot', id, ticks: ids.map((one) => tick(one)) });
  }

  /** Seconds in which the server is there and no price comes. */
  quietSeconds(seconds: number): void {
    for (let second = 0; second < seconds; second++) {
      this.advance(1000);
      this.heartbeat();
    }
  }

  /** All that was sent, oldest first. */
  get sent(): ClientMessage[] {
    return this.effects.flatMap((effect) => (effect.type === 'send' ? [effect.message] : []));
  }

  get delivered(): Delivery[] {
    return this.effects.flatMap((effect) => (effect.type === 'deliver' ? [effect.delivery] : []));
  }

  get reports(): AlertReport[] {
    return this.effects.flatMap((effect) => (effect.type === 'report' ? [effect.report] : []));
  }

  get deliveredIds(): string[] {
    return this.delivered.flatMap((delivery) =>
      delivery.type === 'gap' ? [] : delivery.ticks.map(({ id }) => id),
    );
  }
}

export function tick(id: string, ticker = 'PIP', price = 44.51): Tick {
  return { id, time: 1_732_182_401_123, ticker, price };
}

export function alert(id: string): Alert {
  const condition = { type: 'above', price: 44.5 } as const;
  return { id, rule: 'r', ticker: 'PIP', condition, note: '', tick: tick(`tick of ${id}`), time: 1 };
}
