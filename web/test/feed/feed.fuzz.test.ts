import { type ClientMessage, Limits, type ServerMessage } from '@ticker/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AlertReport, Effect, FeedEvent } from '../../src/feed/event.ts';
import { RECENT_MAX } from '../../src/feed/recent-ids.ts';
import { quietAfter } from '../../src/feed/timing.ts';
import { alert, Driver, tick } from './driver.ts';

/** A world that does what it likes: late, twice, in any order, on sockets that are long gone. */
class World extends Driver {
  /** Sockets that are open or opening, by what the effects said. */
  readonly sockets = new Set<number>();
  readonly ids = new Set<string>();
  readonly alertIds = new Set<string>();
  keepAwayUntil = 0;
  made = 0;
  /** A connection asks for alerts once; again only after "unavailable". */
  mayWatch = false;

  override on(event: FeedEvent): readonly Effect[] {
    const { status } = this.seen;
    if (event.type === 'closed') this.sockets.delete(event.socket);
    const punished =
      event.type === 'closed' && event.socket === this.state.socket && this.state.link !== 'down';
    const effects = super.on(event);
    if (punished && (event.code === 4408 || event.code === 4429)) this.keepAwayUntil = this.now + 30_000;
    for (const effect of effects) this.#check(effect);

    const connects = effects.some((effect) => effect.type === 'connect');
    if (connects) expect(status).not.toBe('refused');
    if (connects && (status === 'unauthorised' || status === 'forbidden'))
      expect(event.type).toBe('retry-now');
    if (connects) expect(this.now).toBeGreaterThanOrEqual(this.keepAwayUntil);
    this.#checkState();
    return effects;
  }

  #check(effect: Effect): void {
    if (effect.type === 'connect') {
      expect([...this.sockets]).toEqual([]);
      this.sockets.add(effect.socket);
      this.mayWatch = true;
    } else if (effect.type === 'close') this.sockets.delete(effect.socket);
    else if (effect.type === 'send') {
      expect([...this.sockets]).toEqual([effect.socket]);
      this.#checkSent(effect.message);
    } else if (effect.type === 'deliver' && effect.delivery.type !== 'gap') {
      for (const { id } of effect.delivery.ticks) {
        expect(this.ids).not.toContain(id);
        this.ids.add(id);
      }
    } else if (effect.type === 'report') this.#checkReport(effect.report);
  }

  #checkReport(report: AlertReport): void {
    if (report.type === 'off') this.mayWatch = report.reason === 'unavailable';
    const alerts = report.type === 'watching' ? report.alerts : report.type === 'alert' ? [report.alert] : [];
    for (const { id } of alerts) {
      expect(this.alertIds).not.toContain(id);
      this.alertIds.add(id);
    }
  }

  #checkSent(message: ClientMessage): void {
    expect(JSON.stringify(message).length).toBeLessThanOrEqual(Limits.messageBytes);
    if (message.type === 'subscribe' && message.since)
      expect(message.since.length).toBeLessThanOrEqual(Limits.since);
    if (message.type !== 'watch') return;
    expect(this.mayWatch).toBe(true);
    this.mayWatch = false;
  }

  #checkState(): void {
    const { state, seen, now } = this;
    const kept = [...state.recent.sealed, state.recent.open].reduce((sum, chunk) => sum + chunk.size, 0);
    expect(kept).toBeLessThanOrEqual(RECENT_MAX);
    if (seen.status === 'reconnecting') expect(seen.retryAt).toBeGreaterThan(now);
    if (seen.status === 'draining') {
      expect(state.link).toBe('joined');
      expect(seen.backAt).toBeGreaterThan(now);
    }
    if (seen.status === 'live') {
      expect(now - state.receivedAt).toBeLessThan(2500);
      expect(now - (state.priceAt ?? 0)).toBeLessThan(quietAfter(state.pauses));
    }
    // It never just stops: whoever is running has a timer ahead, or was refused.
    if (state.running && state.refused === null) expect(state.wakeAt).not.toBeNull();
    if (!state.running) expect(this.sockets.size).toBe(0);
  }

  /** The ids that a server may send: new ones, and now and then old ones again. */
  someIds(fresh: number, again: number): string[] {
    const old = Array.from({ length: again }, (_, n) => `t${Math.max(0, this.made - 1 - 7 * n)}`);
    return [...old, ...Array.from({ length: fresh }, () => `t${this.made++}`)];
  }

  from(socket: number, message: ServerMessage | null): void {
    this.on({ type: 'message', socket, message });
  }
}

type Act = (world: World) => void;

const few = fc.nat({ max: 3 });
/** 0 is the present socket, 1 the one before. */
const behind = fc.constantFrom(0, 0, 0, 0, 1, 2);
const bare = fc.constantFrom(
  'start',
  'stop',
  'timer',
  'online',
  'offline',
  'visible',
  'hidden',
  'retry-now',
  'watch-again',
);
const codes = fc.constantFrom(1000, 1006, 1006, 1012, 4008, 4400, 4401, 4408, 4429, 9999);
const names = fc.uniqueArray(fc.constantFrom('*', 'PIP', 'ACME'), { minLength: 1 });

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.integer({ min: 0, max: 9000 }).map(
      (ms): Act =>
        (world) =>
          world.advance(ms),
    ),
  },
  // A machine that sleeps: time goes by, and no timer fires.
  {
    weight: 1,
    arbitrary: fc.nat({ max: 40_000 }).map(
      (ms): Act =>
        (world) =>
          void (world.now += ms),
    ),
  },
  {
    weight: 3,
    arbitrary: bare.map(
      (type): Act =>
        (world) =>
          void world.on({ type } as FeedEvent),
    ),
  },
  {
    weight: 1,
    arbitrary: names.map(
      (tickers): Act =>
        (world) =>
          void world.on({ type: 'set-tickers', tickers }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('all', 'latest').map(
      (mode): Act =>
        (world) =>
          void world.on({ type: 'set-mode', mode }),
    ),
  },
  {
    weight: 4,
    arbitrary: behind.map(
      (back): Act =>
        (world) =>
          void world.on({ type: 'open', socket: world.state.socket - back }),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.boolean().map(
      (resumed): Act =>
        (world) =>
          world.confirm(resumed),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(behind, codes).map(
      ([back, code]): Act =>
        (world) =>
          void world.on({ type: 'closed', socket: world.state.socket - back, code, reason: '' }),
    ),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        behind,
        few,
        few,
        fc.constantFrom(
          'welcome',
          'watching',
          'alert',
          'unavailable',
          'ticks',
          'snapshot',
          'heartbeat',
          'gap',
          'shutdown',
          'bad_request',
          'forbidden',
          'nonsense',
        ),
      )
      .map(
        ([back, fresh, again, type]): Act =>
          (world) =>
            world.from(world.state.socket - back, message(world, type, fresh, again)),
      ),
  },
);

function message(world: World, type: string, fresh: number, again: number): ServerMessage | null {
  const ticks = world.someIds(fresh, again).map((id) => tick(id));
  const { id = null } = world.state.pending[0] ?? {};
  const { watch } = world.state;
  if (type === 'ticks') return { type, ticks, conflated: again };
  if (type === 'snapshot') return { type, id, ticks };
  if (type === 'heartbeat') return { type, time: 0, last: ticks[0]?.id ?? null };
  if (type === 'welcome')
    return { type, version: '1', process: 'a', time: 0, heartbeatMs: 1000, limits: Limits };
  if (type === 'watching') return { type, id: null, alerts: ticks.map((one) => alert(one.id)) };
  if (type === 'alert') return { type, alert: alert(ticks[0]?.id ?? 'a') };
  if (type === 'unavailable' && watch.status === 'asked')
    return { type: 'error', id: watch.id, code: type, message: type };
  if (type === 'gap') return { type, reason: 'upstream', missed: null };
  if (type === 'shutdown') return { type, reconnectAfterMs: 900 * fresh };
  if (type === 'bad_request' || type === 'forbidden') return { type: 'error', id, code: type, message: 'no' };
  return null;
}

const story = fc.array(act, { maxLength: 60, size: 'max' });
const dice = fc.double({ min: 0, max: 0.999_999, noNaN: true });

function play(acts: readonly Act[], random: number): World {
  const world = new World();
  world.random = random;
  world.on({ type: 'start' });
  for (const one of acts) one(world);
  return world;
}

test('whatever happens: one socket at once, no id twice, no countdown below zero, no way back from a refusal, no standstill', () => {
  fc.assert(
    fc.property(story, dice, (acts, random) => {
      play(acts, random);
    }),
    { numRuns: 1500 },
  );
});

test('whatever happened, a server that is well again brings it live, and it resumes', () => {
  fc.assert(
    fc.property(story, dice, (acts, random) => {
      const world = play(acts, random);
      if (world.state.refused !== null || !world.state.running) return;
      world.on({ type: 'online' });
      for (let ms = 0; ms < 100_000 && world.seen.status !== 'live'; ms += 500) {
        world.advance(500);
        if (world.state.link === 'opening') {
          const { confirmed, recent, last } = world.state;
          const known = recent.open.size + recent.sealed.length > 0 || last !== null;
          const [sent] = world.open().flatMap((effect) => (effect.type === 'send' ? [effect.message] : []));
          if (known && confirmed.length > 0) expect(sent).toHaveProperty('since');
        }
        world.confirm(true);
        world.ticks(`well${ms}`);
      }
      expect(world.seen.status).toBe('live');
    }),
    { numRuns: 500 },
  );
});

test('whatever happened, silence ends in stale, and then in another socket', () => {
  fc.assert(
    fc.property(story, dice, (acts, random) => {
      const world = play(acts, random);
      if (world.state.link !== 'joined' || world.state.offlineAt !== null || !world.state.running) return;
      world.heartbeat();
      const { socket, heartbeatMs } = world.state;
      world.advance(2.5 * heartbeatMs);
      expect(world.seen.status).toBe('stale');
      world.advance(3.5 * heartbeatMs + 30_000);
      expect(world.state.socket).toBeGreaterThan(socket);
    }),
    { numRuns: 500 },
  );
});
