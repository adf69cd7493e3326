import type { ServerMessage } from '@ticker/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Driver } from '../../web/test/feed/driver.ts';
import { OPEN } from '../src/auth/grant.ts';
import { Hub } from '../src/hub/hub.ts';
import { Session } from '../src/session/session.ts';
import { Tally } from '../src/session/tally.ts';
import { Connection } from './connection.ts';

// The page's feed and the server's session, both the real thing, with nothing but the test between them: whatever the
// modes and breaks, each tick is handed on once, in its order, or counted as skipped.

class Line {
  readonly hub = new Hub(100_000, 0, { now: () => 0, after: (_ms, run) => run() });
  readonly driver: Driver;
  #connection = new Connection();
  #session: Session | undefined;
  #sent = 0;
  /** What was published, by position. */
  readonly positions = new Map<string, number>();

  constructor(tickers: readonly string[]) {
    this.driver = new Driver(tickers, 1_000);
    this.hub.backlog.whole = true;
    this.driver.on({ type: 'start' });
    this.publish(1);
    this.carry();
  }

  publish(count: number): void {
    const ticks = Array.from({ length: count }, (_, n) => {
      const position = this.positions.size;
      const id = `t${position}`;
      this.positions.set(id, position);
      return { id, time: 0, ticker: n % 3 === 0 ? 'ACME' : 'PIP', price: 1 };
    });
    this.hub.append(ticks);
  }

  /** Carries messages both ways, `count` of the server's at most. */
  carry(count = Infinity): void {
    while (this.driver.state.link === 'down') this.driver.advance(100);
    if (this.driver.state.link === 'opening') {
      this.#connection = new Connection();
      const context = { hub: this.hub, process: 'a', now: () => 0, exists: async () => false };
      this.#session = new Session(context, this.#connection, OPEN, new Tally('websocket'));
      this.driver.open();
    }
    for (let carried = 0; carried < count; carried++) {
      for (; this.#sent < this.driver.sent.length; this.#sent++)
        this.#session?.receive(JSON.stringify(this.driver.sent[this.#sent]));
      const message = this.#connection.sent.shift() as ServerMessage | undefined;
      if (!message) return;
      this.driver.receive(message);
    }
  }

  /** The connection breaks; what is under way is lost. */
  drop(): void {
    this.#session?.close();
    this.#session = undefined;
    this.driver.close(1006);
    this.#sent = this.driver.sent.length;
  }
}

type Act = (line: Line) => void;
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.integer({ min: 1, max: 40 }).map(
      (count): Act =>
        (line) =>
          line.publish(count),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Act>((line) => line.publish(150)) },
  { weight: 4, arbitrary: fc.constant<Act>((line) => line.carry()) },
  {
    weight: 2,
    arbitrary: fc.nat({ max: 2 }).map(
      (count): Act =>
        (line) =>
          line.carry(count),
    ),
  },
  { weight: 2, arbitrary: fc.constant<Act>((line) => line.drop()) },
  {
    weight: 3,
    arbitrary: fc.constantFrom('all' as const, 'latest' as const).map(
      (mode): Act =>
        (line) =>
          void line.driver.on({ type: 'set-mode', mode }),
    ),
  },
);

test.each([[['*']], [['PIP', 'ACME']]])(
  '%j: each tick once, in its order, or counted as skipped',
  (tickers) => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40, size: 'max' }), (acts) => {
        const line = new Line(tickers);
        for (const one of acts) one(line);
        line.carry();
        const { delivered, deliveredIds } = line.driver;
        const positions = deliveredIds.map((id) => line.positions.get(id)!);
        expect(positions).toEqual(positions.toSorted((a, b) => a - b));
        expect(new Set(positions).size).toBe(positions.length);
        expect(delivered.map(({ type }) => type)).not.toContain('gap');
        const skipped = delivered.reduce((sum, one) => sum + (one.type === 'ticks' ? one.conflated : 0), 0);
        expect(positions.length + skipped).toBe(line.positions.size);
      }),
      { numRuns: 200 },
    );
  },
);
