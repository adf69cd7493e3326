import type { Mode, Tick } from '@ticker/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Hub } from '../../src/hub/hub.ts';
import type { Subscriber } from '../../src/hub/subscriber.ts';

// A client that comes and goes, reads slowly, and each time goes on with the ids that it had. Beside it a plain model:
// an array of all ticks, of which each must have come once, or a gap must have said that it would not.

const CAPACITY = 1_200;
// As many as a resume goes back, and more: after a gap a client of fewer has no full list.
const HISTORY = 130;
const TICKERS = ['PIP', 'ACME', 'GLOBEX'];

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('append' as const), count: fc.integer({ min: 1, max: 360 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('read' as const), items: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('reconnect' as const), ids: fc.integer({ min: 1, max: 256 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

class Client {
  readonly hub = new Hub(CAPACITY, 0, { now: () => 0, after: (_ms, run) => run() });
  readonly names: readonly string[];
  readonly mode: Mode;
  readonly all: Tick[] = [];
  readonly got: string[] = [];
  subscriber: Subscriber;
  repeated = 0;
  gaps = 0;
  missed = 0;
  conflated = 0;

  constructor(names: readonly string[], mode: Mode) {
    this.names = names;
    this.mode = mode;
    this.hub.backlog.whole = true;
    this.subscriber = this.hub.subscriber();
    this.subscriber.subscribe({ tickers: names, mode, history: HISTORY, since: [] });
  }

  do(each: Step): void {
    if (each.kind === 'append') this.append(each.count);
    else if (each.kind === 'read') this.read(each.items);
    else this.reconnect(each.ids);
  }

  append(count: number): void {
    for (let n = 0; n < count; n++) {
      const made = this.hub.backlog.next;
      const tick = { id: `t${made}`, time: made, ticker: TICKERS[(made * made) % 3]!, price: made };
      if (this.names.includes('*') || this.names.includes(tick.ticker)) this.all.push(tick);
      this.hub.append([tick]);
    }
  }

  read(items: number): void {
    for (let n = 0; n < items; n++) {
      const item = this.subscriber.next();
      if (!item) return;
      if (item.type === 'gap') this.gaps++;
      if (item.type === 'gap') this.missed += item.missed ?? 0;
      if (item.type === 'batch') this.conflated += item.batch.conflated;
      if (item.type !== 'gap') this.take(item.type === 'batch' ? item.batch.ticks : item.ticks);
    }
  }

  reconnect(ids: number): void {
    const since = this.got.slice(-ids);
    if (since.length === 0) return;
    this.subscriber = this.hub.subscriber();
    const outcome = this.subscriber.subscribe({
      tickers: this.names,
      mode: this.mode,
      history: HISTORY,
      since,
    });
    if (outcome.resumed) return;
    this.gaps++;
    this.take(outcome.snapshot);
  }

  take(ticks: readonly Tick[]): void {
    for (const { id } of ticks) {
      if (this.got.includes(id)) this.repeated++;
      else this.got.push(id);
    }
  }
}

const names: fc.Arbitrary<readonly string[]> = fc.constantFrom<(readonly string[])[]>(
  ['*'],
  ['PIP'],
  ['ACME', 'GLOBEX'],
);

describe('A client that comes and goes', () => {
  it('with full lists of ids gets each tick once, in order, unless a gap says so', () => {
    fc.assert(
      fc.property(names, fc.array(step, { maxLength: 40 }), (tickers, steps) => {
        const client = new Client(tickers, 'all');
        for (const each of steps) client.do(each.kind === 'reconnect' ? { ...each, ids: 256 } : each);
        client.read(Infinity);
        expect(client.repeated).toBe(0);
        expect(client.got.map((id) => Number(id.slice(1)))).toEqual(
          client.got.map((id) => Number(id.slice(1))).toSorted((a, b) => a - b),
        );
        if (client.gaps === 0) expect(client.got).toEqual(client.all.map(({ id }) => id));
        else expect(client.got.length).toBeLessThanOrEqual(client.all.length);
      }),
      { numRuns: 1_500 },
    );
  });

  it('with short lists may get ticks again, but lacks none unless a gap says so', () => {
    fc.assert(
      fc.property(names, fc.array(step, { maxLength: 40 }), (tickers, steps) => {
        const client = new Client(tickers, 'all');
        for (const each of steps) client.do(each);
        client.read(Infinity);
        if (client.gaps === 0) expect(new Set(client.got)).toEqual(new Set(client.all.map(({ id }) => id)));
      }),
      { numRuns: 1_500 },
    );
  });

  it('in latest mode has the newest price of each ticker at the end, and no gap for being slow', () => {
    fc.assert(
      fc.property(
        fc.array(
          step.filter(({ kind }) => kind !== 'reconnect'),
          { maxLength: 40 },
        ),
        (steps) => {
          const client = new Client(['*'], 'latest');
          for (const each of steps) client.do(each);
          client.read(Infinity);
          expect(client.gaps).toBe(0);
          expect(client.got.length + client.conflated).toBe(client.all.length);
          for (const ticker of TICKERS) {
            const newest = client.all.findLast((tick) => tick.ticker === ticker);
            if (newest) expect(client.got).toContain(newest.id);
          }
        },
      ),
      { numRuns: 1_500 },
    );
  });
});
