import type { Mode, Tick } from '@ticker/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Hub } from '../../src/hub/hub.ts';
import type { Item } from '../../src/hub/reader.ts';
import type { Subscriber } from '../../src/hub/subscriber.ts';

// A plain model beside the real backlog and subscriber: an array of every tick that ever was, and for each of them
// what the subscriber is owed. Whatever the interleaving of ticks, slow reads, subscribes, modes and gaps, each tick
// is delivered once and in order, or counted, or covered by a gap that was told before the next one.

const CAPACITY = 12;
const TICKERS = ['A', 'B', 'C'] as const;

type Owed = 'all' | 'latest' | undefined;
interface Entry {
  readonly tick: Tick;
  readonly owed: Owed;
  delivered: boolean;
  excused: boolean;
}

/** Ticks may be missing before the one of this position, to whoever wanted these tickers then. */
interface Break {
  readonly position: number;
  readonly wanted: Map<string, Mode>;
  told: boolean;
}

class Model {
  readonly log: Entry[] = [];
  readonly modes = new Map<string, Mode>();
  readonly delivered = new Set<string>();
  readonly breaks: Break[] = [];
  conflated = 0;
  missed = 0;
  upstream = false;
  awaitingSnapshot = false;

  modeOf(ticker: string): Owed {
    return this.modes.get('*') ?? this.modes.get(ticker);
  }

  append(tick: Tick): void {
    this.log.push({ tick, owed: this.modeOf(tick.ticker), delivered: false, excused: false });
  }

  gap(): void {
    this.breaks.push({ position: this.log.length, wanted: new Map(this.modes), told: false });
  }

  subscribe(tickers: readonly string[], mode: Mode): void {
    if (tickers.includes('*')) {
      this.modes.clear();
      this.modes.set('*', mode);
    } else if (!this.modes.has('*')) {
      for (const ticker of tickers) this.modes.set(ticker, mode);
    }
  }

  unsubscribe(tickers: readonly string[]): void {
    for (const ticker of tickers) {
      this.modes.delete(ticker);
      for (const { wanted } of this.breaks) wanted.delete(ticker);
      // What was waiting to be sent is no longer wanted.
      for (const entry of this.log) {
        if (entry.owed === 'all' && (ticker === '*' || entry.tick.ticker === ticker) && !entry.delivered)
          entry.excused = true;
      }
    }
  }

  take(item: Item): void {
    if (item.type === 'gap') {
      if (item.reason === 'upstream') this.upstream = true;
      this.missed += item.missed ?? 0;
      this.awaitingSnapshot = true;
      return;
    }
    const ticks = item.type === 'batch' ? item.batch.ticks : item.ticks;
    if (item.type === 'batch') this.conflated += item.batch.conflated;
    else if (this.awaitingSnapshot) this.excuse(ticks);
    this.awaitingSnapshot = false;
    for (const tick of ticks) this.receive(tick);
    if (item.type === 'batch') this.follow(ticks);
  }

  /** Everything that a gap covers: what came before its snapshot's first tick and was not sent. */
  excuse(snapshot: readonly Tick[]): void {
    const first = snapshot[0]
      ? this.log.findIndex(({ tick }) => tick.id === snapshot[0]!.id)
      : this.log.length;
    for (const entry of this.log.slice(0, first))
      if (entry.owed === 'all' && !entry.delivered) entry.excused = true;
  }

  /** Ticks that follow on what was sent of theirs: a break in between was told. */
  follow(ticks: readonly Tick[]): void {
    const positions = ticks
      .map((tick) => this.log.findIndex((entry) => entry.tick.id === tick.id))
      .filter((position) => this.log[position]!.owed === 'all');
    for (const [index, position] of positions.entries()) {
      for (const each of this.breaks.filter((each) => each.position <= position)) {
        if (this.upstream && index === 0) each.told = true;
        const { tick } = this.log[position]!;
        const mode = each.wanted.get('*') ?? each.wanted.get(tick.ticker);
        if (mode === 'all') expect(each.told, `the gap before ${tick.id} was not told`).toBe(true);
      }
    }
    if (positions.length > 0) this.upstream = false;
  }

  receive(tick: Tick): void {
    expect(this.delivered.has(tick.id), `${tick.id} came twice`).toBe(false);
    this.delivered.add(tick.id);
    const position = this.log.findIndex((entry) => entry.tick.id === tick.id);
    this.log[position]!.delivered = true;
    for (const entry of this.log.slice(0, position)) {
      if (entry.tick.ticker !== tick.ticker || entry.owed !== 'all') continue;
      expect(entry.delivered || entry.excused, `${entry.tick.id} was lost in silence before ${tick.id}`).toBe(
        true,
      );
    }
    for (const entry of this.log.slice(position + 1)) {
      const later = entry.tick.ticker === tick.ticker && entry.delivered;
      expect(later, `${entry.tick.id} came before ${tick.id}`).toBe(false);
    }
  }
}

const tickers: fc.Arbitrary<readonly string[]> = fc.oneof(
  { weight: 4, arbitrary: fc.uniqueArray(fc.constantFrom(...TICKERS), { minLength: 1 }) },
  { weight: 1, arbitrary: fc.constant(['*']) },
);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      tickers: fc.array(fc.constantFrom(...TICKERS), { minLength: 1, maxLength: 9 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('read' as const), items: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('subscribe' as const),
      tickers,
      mode: fc.constantFrom<Mode>('all', 'latest'),
      history: fc.integer({ min: 0, max: 8 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unsubscribe' as const), tickers }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('gap' as const) }) },
);

/** Runs the steps on the real thing and the model, then reads to the end. */
function run(
  steps: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[],
  withGaps: boolean,
): Model {
  const hub = new Hub(CAPACITY, 0, { now: () => 0, after: (_ms, run) => run() });
  const subscriber = hub.subscriber();
  const model = new Model();
  let made = 0;
  for (const each of steps) {
    if (each.kind === 'append') {
      const ticks = each.tickers.map((ticker) => ({ id: `t${made}`, time: made, ticker, price: made++ }));
      // As the server does: whoever has caught up is woken before its unread ticks could be overwritten.
      for (const tick of ticks) {
        model.append(tick);
        hub.append([tick]);
      }
    } else if (each.kind === 'read') {
      read(subscriber, model, each.items);
    } else if (each.kind === 'subscribe') {
      const { tickers: names, mode, history } = each;
      const outcome = subscriber.subscribe({ tickers: names, mode, history, since: [] });
      expect(outcome.resumed).toBe(false);
      if (!outcome.resumed) for (const tick of outcome.snapshot) model.receive(tick);
      model.subscribe(names, mode);
    } else if (each.kind === 'unsubscribe') {
      if (model.modes.has('*') !== each.tickers.includes('*')) continue;
      subscriber.unsubscribe(each.tickers);
      model.unsubscribe(each.tickers);
    } else if (withGaps) {
      hub.gap(false);
      model.gap();
    }
  }
  read(subscriber, model, Infinity);
  return model;
}

function read(subscriber: Subscriber, model: Model, items: number): void {
  for (let n = 0; n < items; n++) {
    const item = subscriber.next();
    if (!item) return;
    model.take(item);
    // A gap and its snapshot are one thing.
    if (item.type === 'gap') n--;
  }
}

describe('Subscriber against a plain model', () => {
  it('delivers each tick once, in order, or says that it is missing, whatever the interleaving', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const model = run(steps, true);
        for (const { tick, owed, delivered, excused } of model.log) {
          if (owed === 'all') expect(delivered || excused, `${tick.id} was never accounted for`).toBe(true);
        }
      }),
      { numRuns: 5_000 },
    );
  });

  it('counts exactly: what was owed is delivered, conflated or missed', () => {
    fc.assert(
      fc.property(
        fc.array(
          step.filter(({ kind }) => kind !== 'unsubscribe'),
          { maxLength: 60 },
        ),
        (steps) => {
          const model = run(steps, false);
          const owed = model.log.filter((entry) => entry.owed !== undefined);
          const delivered = owed.filter((entry) => entry.delivered).length;
          expect(delivered + model.conflated + model.missed).toBe(owed.length);
        },
      ),
      { numRuns: 5_000 },
    );
  });
});
