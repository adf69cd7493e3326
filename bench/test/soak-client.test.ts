import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RunningApp } from '../../server/test/running-app.ts';
import { FrameCache } from '../src/load/frame-cache.ts';
import { SoakClient, type Surroundings } from '../src/load/soak/soak-client.ts';
import { wireTick } from '../src/load/tick-text.ts';
import { stampedTick } from '../src/measure/tick-stamp.ts';
import type { ClientPlan } from '../src/soak/mix.ts';
import { tickerName } from '../src/soak/ticker.ts';

const RUN = 3;
const FILL = 300;

const until = (holds: () => void) => vi.waitFor(holds, { timeout: 20_000 });

describe('a client of the soak', () => {
  let app: RunningApp;
  let clients: SoakClient[];
  /** Of the fill, and of each ticker. */
  let published: number[];
  let fill: string[];
  const latency = vi.fn<Surroundings['latency']>();

  const client = (plan: Partial<ClientPlan> = {}, start?: number): SoakClient => {
    const whole: ClientPlan = { kind: 'fast', via: 'socket', mode: 'all', tickers: null, ...plan };
    const around = {
      url: app.url,
      run: RUN,
      frames: new FrameCache(),
      latency,
      // Comes back at once.
      random: () => 0,
      slowBytes: 1,
      landmark: async () => undefined,
    };
    const begin = start === undefined ? undefined : { id: fill[start]!, sequence: start };
    const made = new SoakClient(whole, around, begin);
    clients.push(made);
    return made;
  };
  const publish = (count: number, publisher = 1, run = RUN): string[] => {
    const ticks = Array.from({ length: count }, () =>
      wireTick({
        ...stampedTick({ run, publisher, sequence: published[publisher]!++ }),
        ticker: tickerName(publisher),
      }),
    );
    app.hub.append(ticks);
    return ticks.map(({ id }) => id);
  };
  const lacks = ({ account, plan }: SoakClient) => account.unaccounted(published, plan.tickers);
  /** Has the server send everybody away. */
  const sendAway = () => {
    for (const session of app.sessions) session.shutdown(0);
  };

  beforeEach(async () => {
    app = await RunningApp.start({ capacity: 20_000 });
    [clients, published] = [[], [0, 0, 0]];
    latency.mockClear();
    fill = publish(FILL, 0, 0);
  });
  afterEach(async () => {
    for (const each of clients) each.leave();
    await app.stop();
  });

  it.each([
    ['socket', 'all'],
    ['socket', 'latest'],
    ['stream', 'all'],
    ['stream', 'latest'],
  ] as const)('keeps books that come out: %s, %s', async (via, mode) => {
    const one = client({ via, mode, tickers: [2] });
    await one.come();
    for (let round = 0; round < 10; round++) {
      publish(20, 1);
      publish(20, 2);
    }
    await until(() => expect(lacks(one)).toBe(0));
    expect(one.account.counts.received + one.account.counts.conflated).toBe(200);
    expect(latency).toHaveBeenCalledWith(one.plan, expect.any(Number), expect.any(Number));
  });

  it.each(['socket', 'stream'] as const)('goes on where it was when it was sent away: %s', async (via) => {
    const one = client({ via });
    await one.come();
    publish(200);
    await until(() => expect(lacks(one)).toBe(0));
    sendAway();
    publish(200);
    await until(() => expect(one.closed).toBe(1));
    publish(200);
    await until(() => expect(lacks(one)).toBe(0));
    expect(one.account.counts).toMatchObject({ received: 600, doubled: 0, displaced: 0, gaps: 0 });
  });

  it.each(['socket', 'stream'] as const)('begins far back in the ring: %s', async (via) => {
    const one = client({ via }, 150);
    await one.come();
    publish(10);
    await until(() => expect(lacks(one)).toBe(0));
    expect(one.account.counts.received).toBe(FILL - 151 + 10);
  });

  it.each(['socket', 'stream'] as const)(
    'takes little when it is slow, and all in the end: %s',
    async (via) => {
      const [slow, fast] = [client({ kind: 'slow', via }), client({ via })];
      await Promise.all([slow.come(), fast.come()]);
      for (let round = 0; round < 10; round++) publish(1_000);
      await until(() => expect(lacks(fast)).toBe(0));
      expect(lacks(slow)).toBeGreaterThan(0);
      slow.finish();
      await until(() => expect(lacks(slow)).toBe(0));
    },
  );

  it('does not leave a stream before it has had a tick: it could not say where it was', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const one = client({ kind: 'returning', via: 'stream' });
      await one.come();
      await vi.advanceTimersByTimeAsync(10_000);
      expect(one.returns).toBe(0);
      publish(1);
      await until(() => expect(lacks(one)).toBe(0));
      await vi.advanceTimersByTimeAsync(10_000);
      expect(one.returns).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });
});
