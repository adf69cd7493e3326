import { describe, expect, it } from 'vitest';
import type { KindCounts, Lacking } from '../src/load/soak-clients.ts';
import type { Minute } from '../src/soak/minute.ts';
import { type ClientPlan, mix } from '../src/soak/mix.ts';
import { complaints, findings, line } from '../src/soak/report.ts';
import { Scrape } from '../src/soak/scrape.ts';
import type { Soaked } from '../src/soak/soak.ts';
import { serverIn } from '../src/soak/watch.ts';

describe('the mix', () => {
  const plans = mix(1_000, 24, 1);
  const count = (of: (plan: ClientPlan) => boolean) => plans.filter(of).length;

  it('has as many clients as are asked for, of every kind', () => {
    expect(plans).toHaveLength(1_000);
    const kinds = ['fast', 'stream', 'returning', 'slow', 'deaf'].map((kind) =>
      count((plan) => plan.kind === kind),
    );
    expect(kinds).toEqual([600, 100, 200, 90, 10]);
    expect(mix(7, 24, 1)).toHaveLength(7);
  });

  it('wants all and latest, on sockets and streams', () => {
    for (const kind of ['fast', 'stream', 'returning', 'slow'])
      for (const mode of ['all', 'latest'])
        expect(count((plan) => plan.kind === kind && plan.mode === mode)).toBeGreaterThan(0);
    for (const kind of ['returning', 'slow'])
      expect(count((plan) => plan.kind === kind && plan.via === 'stream')).toBeGreaterThan(0);
  });

  it('has nobody on a stream come back in mode latest: what was skipped would count twice', () => {
    expect(
      count(({ kind, via, mode }) => kind === 'returning' && via === 'stream' && mode === 'latest'),
    ).toBe(0);
  });

  it('wants every ticker, some, or one, and none twice', () => {
    const wanted = new Set(plans.map(({ tickers }) => tickers?.length ?? 'all'));
    expect(wanted).toEqual(new Set(['all', 6, 1]));
    for (const { tickers } of plans) expect(new Set(tickers).size).toBe(tickers?.length ?? 0);
  });

  it('is the same for the same seed', () => {
    expect(mix(1_000, 24, 1)).toEqual(plans);
    expect(mix(1_000, 24, 2)).not.toEqual(plans);
  });
});

const page = (values: Record<string, number>) =>
  Object.entries(values)
    .map(([name, value]) => `# TYPE ${name} gauge\n${name} ${value}`)
    .join('\n');

describe('a scrape', () => {
  const before = new Scrape(
    page({ 'd_bucket{le="0.01"}': 90, 'd_bucket{le="1"}': 100, 'd_bucket{le="+Inf"}': 100 }),
  );

  it('sums series by name and label', () => {
    const scrape = new Scrape(
      page({ 'a{x="1",y="2"}': 1, 'a{x="2"}': 20, a_total: 300, 'b{le="+Inf"}': 4e3, c: 1.5e-3 }),
    );
    expect([scrape.sum('a'), scrape.sum('a', 'x="2"'), scrape.sum('b'), scrape.sum('c')]).toEqual([
      21, 20, 4000, 0.0015,
    ]);
  });

  it('tells the bucket below which a share of the new ones lies', () => {
    const now = new Scrape(
      page({ 'd_bucket{le="0.01"}': 188, 'd_bucket{le="1"}': 199, 'd_bucket{le="+Inf"}': 200 }),
    );
    expect(now.quantile('d', 0.98, before)).toBe(0.01);
    expect(now.quantile('d', 0.99, before)).toBe(1);
    expect(now.quantile('d', 1, before)).toBe(Infinity);
    expect(before.quantile('d', 0.5, before)).toBeNaN();
  });
});

describe('a minute of the server', () => {
  const look = (grown: number, heap: number, fds: number) =>
    new Scrape(
      page({
        ticker_process_resident_memory_bytes: heap * 2,
        ticker_nodejs_heap_size_used_bytes: heap,
        'ticker_nodejs_active_resources{type="Timeout"}': 3,
        'ticker_nodejs_active_resources{type="TCPSocketWrap"}': 7,
        ticker_process_open_fds: fds,
        'ticker_subscribers{transport="websocket",mode="all"}': 4,
        'ticker_subscribers{transport="sse",mode="all"}': 2,
        ticker_process_cpu_seconds_total: grown / 10,
        ticker_ticks_received_total: grown,
        'ticker_slow_consumers_total{transport="sse",outcome="closed"}': grown,
      }),
    );

  it('has the least heap, the mean of what can be read off, and what was counted since', () => {
    const server = serverIn(look(100, 1, 1), [look(200, 10, 20), look(400, 30, 30)], 10);
    expect(server).toMatchObject({
      heap: 10,
      rss: 40,
      handles: 10,
      timers: 3,
      descriptors: 25,
      sockets: 4,
      streams: 2,
      beside: 19,
      cpu: 3,
      ticksPerSecond: 30,
      closed: 300,
      overtaken: 0,
    });
  });
});

describe('the report', () => {
  const latency = { count: 1, p50: 10, p90: 11, p99: 12, p999: 13, max: 14 };
  const server = serverIn(new Scrape(''), [new Scrape('')], 60);
  const minute = (number: number, heap: number): Minute => ({
    minute: number,
    server: { ...server, heap, rss: 2 ** 27 },
    mongod: { rss: 2 ** 30, cursors: 7 },
    machine: { busy: 1.5, ours: 1.25 },
    fast: latency,
    stream: latency,
    returns: 1,
    gaps: 2,
    doubled: 0,
    displaced: 0,
  });
  const counts: KindCounts = {
    clients: 10,
    returns: 1,
    closed: 0,
    received: 99,
    missed: 1,
    conflated: 0,
    gaps: 1,
    unknown: 0,
    doubled: 0,
    displaced: 0,
  };
  const soaked = (rest: Partial<Soaked> = {}): Soaked => ({
    minutes: 30,
    clients: 10,
    rate: 1_000,
    seed: 1,
    before: server,
    after: server,
    all: Array.from({ length: 30 }, (_, index) => minute(index + 1, 2 ** 26)),
    kinds: { fast: counts, slow: { ...counts, unknown: 5 } },
    published: 100,
    lacking: [],
    ended: null,
    ...rest,
  });
  const plan: ClientPlan = { kind: 'fast', via: 'socket', mode: 'all', tickers: null };
  const lacking = (ticks: number): Lacking[] => [{ plan, ticks }];

  it('is content where nothing was lost and nothing grows', () => {
    const { markdown, standings } = findings(soaked());
    expect(standings[0]!.verdict).toBe('ahead');
    expect(markdown).toContain('of minutes 3 to 30');
    expect(markdown).toMatch(/\| memory \(RSS\) +\| MiB +\| +128\.0 \| +\+0\.00 .* no trend/);
    expect(markdown).toContain('all gone');
  });

  it.each([
    ['a loss', { lacking: lacking(3) }, 'fast socket, all, every ticker: 3 ticks lost in silence'],
    ['what was told twice', { lacking: lacking(-3) }, '3 ticks more than there were'],
    ['a double', { kinds: { fast: { ...counts, doubled: 2 } } }, 'fast: 2 ticks doubled'],
    ['a wrong order', { kinds: { fast: { ...counts, displaced: 2 } } }, 'fast: 2 ticks out of order'],
    [
      'a gap of unknown size',
      { kinds: { returning: { ...counts, unknown: 1 } } },
      'returning: 1 gaps of unknown size',
    ],
  ])('complains of %s', (_what, rest: Partial<Soaked>, words) => {
    expect(complaints(soaked(rest)).join()).toContain(words);
    expect(findings(soaked(rest)).standings[0]).toMatchObject({ verdict: 'behind' });
  });

  it('is not content where the heap rises', () => {
    const all = Array.from({ length: 30 }, (_, index) => minute(index + 1, (64 + index) * 2 ** 20));
    const [standing] = findings(soaked({ all })).standings;
    expect(standing).toMatchObject({ verdict: 'behind' });
    expect(standing!.measured).toContain('heap, least of each minute: +60.00');
  });

  it('of a soak that was ended says what there is, and what was not looked at', () => {
    const { markdown, standings } = findings(
      soaked({ all: [minute(1, 5)], lacking: null, after: null, ended: 'ended by SIGINT' }),
    );
    expect(markdown).toContain('Ended after 1 of 30 minutes**: ended by SIGINT.');
    expect(markdown).toContain('not looked at');
    expect(standings[0]).toMatchObject({ verdict: 'behind' });
    expect(markdown).toContain('too few minutes');
  });

  it('has a line for each minute', () => {
    expect(line(minute(3, 2 ** 26))).toMatch(/^min {2}3: RSS 128 MiB, heap 64, .* 10\.0\/12\.0\/14\.0 ms/);
  });
});
