import { describe, expect, it } from 'vitest';
import { fit } from '../src/scale-model/fit.ts';
import {
  type Coefficients,
  type Demand,
  scale,
  secondaryCores,
  serverBytes,
  serverCores,
} from '../src/scale-model/model.ts';
import { FITTED, isFitted, OPENINGS } from '../src/scale-model/plan.ts';
import type { Point } from '../src/scale-model/point.ts';
import { findings } from '../src/scale-model/report.ts';
import { coefficientsOf, middle, type Round } from '../src/scale-model/round.ts';
import { size } from '../src/scale-model/tables.ts';

const COSTS: Coefficients = {
  processMicros: 50_000,
  tickMicros: 1_000,
  connectionMicros: 2,
  frameMicros: 10,
  framesMax: 50,
  frameBytes: 30,
  tickBytes: 100,
  processBytes: 200e6,
  connectionBytes: 10_000,
  memberMicros: 30_000,
  memberTickMicros: 500,
  tailMicros: 20_000,
  tailTickMicros: 100,
  topicTicks: 5_000,
};

const DEMAND: Demand = {
  listeners: 10_000,
  ticksPerSecond: 10,
  headroom: 0.8,
  memberCores: 4,
  secondariesMax: 49,
  connectionsMax: 20_000,
};

/** What would be measured if all of it were as the model says. */
function point(clients: number, rate: number): Point {
  const frames = Math.min(rate, COSTS.framesMax);
  return {
    clients,
    rate,
    cores: {
      server: serverCores(COSTS, clients, rate),
      primary: 0,
      tailed: secondaryCores(COSTS, 1, rate),
      untailed: secondaryCores(COSTS, 0, rate),
    },
    emptyBytes: serverBytes(COSTS, 0),
    memoryBytes: serverBytes(COSTS, clients),
    frames,
    bytes: frames * COSTS.frameBytes + rate * COSTS.tickBytes,
    ticks: rate,
    lost: 0,
    reopens: 0,
  };
}

const ideal = (): Round => ({
  topicTicks: COSTS.topicTicks,
  emptyCores: serverCores(COSTS, 0, 0),
  points: OPENINGS.flatMap(({ clients, rates }) => rates.map((rate) => point(clients, rate))),
});

describe('the model', () => {
  it('adds up what a process costs: by itself, by ticks, by connections, by frames', () => {
    // 0.05 + 10 × 0.001, and for each connection 2 + 10 × 10 µs.
    expect(serverCores(COSTS, 0, 10)).toBeCloseTo(0.06, 9);
    expect(serverCores(COSTS, 1_000, 10)).toBeCloseTo(0.06 + 0.102, 9);
  });

  it('has ticks share frames above the bound', () => {
    expect(serverCores(COSTS, 1_000, 200) - serverCores(COSTS, 0, 200)).toBeCloseTo(0.502, 9);
  });

  it('says how many processes, cores, bytes and tails it takes', () => {
    // (0.8 − 0.06) of a core is room for 7 254 listeners of 102 µs.
    const it = scale(COSTS, DEMAND);
    expect(it).toMatchObject({
      listenersPerProcess: 7_254,
      processes: 2,
      secondaries: 2,
      relays: 0,
      topics: 1,
    });
    expect(it.serverCores).toBeCloseTo(2 * 0.06 + 10_000 * 102e-6, 9);
    expect(it.memoryBytes).toBe(2 * 200e6 + 10_000 * 10_000);
    // Ten frames of 30 bytes and 56 of headers, with a tick of 100 in each.
    expect(it.bytesPerSecond).toBe(10_000 * 10 * 186);
    // (3.2 − 0.035) of a member's cores, 0.021 a tail.
    expect(it.tailsPerSecondary).toBe(150);
    expect(it.secondaryCores).toBeCloseTo(2 * 0.035 + 2 * 0.021, 9);
  });

  it('never puts more connections on a process than it takes', () => {
    expect(scale(COSTS, { ...DEMAND, connectionsMax: 5_000 })).toMatchObject({
      listenersPerProcess: 5_000,
      processes: 2,
    });
  });

  it('ends with the set, and says how many relays would stand in', () => {
    // 13 786 processes: 92 secondaries of 150 tails; or 2 relays of 7 254.
    expect(scale(COSTS, { ...DEMAND, listeners: 100e6 })).toMatchObject({
      processes: 13_786,
      secondaries: 92,
      relays: 2,
    });
    expect(scale(COSTS, { ...DEMAND, listeners: 100e6, secondariesMax: 92 }).relays).toBe(0);
  });

  it('takes more topics when one does not hold the rate', () => {
    // 0.8 of 5 000 is taken of each.
    const swift = { ...COSTS, tickMicros: 1, memberTickMicros: 1, tailTickMicros: 1 };
    expect(scale(swift, { ...DEMAND, ticksPerSecond: 8_000 }).topics).toBe(2);
    expect(scale(swift, { ...DEMAND, ticksPerSecond: 8_001 }).topics).toBe(3);
  });

  it('says so when there is no room for anybody', () => {
    expect(() => scale(COSTS, { ...DEMAND, ticksPerSecond: 750 })).toThrow('not one listener fits');
    expect(() => scale(COSTS, { ...DEMAND, memberCores: 0.04 })).toThrow('not one tail fits');
  });
});

describe('the fit', () => {
  it('finds every coefficient of a server that is as the model says', () => {
    const found = coefficientsOf(ideal());
    for (const name of Object.keys(COSTS) as (keyof Coefficients)[])
      expect([name, found[name] / COSTS[name]]).toEqual([name, expect.closeTo(1, 1)]);
  });

  it('is blind to what it is checked against', () => {
    const { points, ...rest } = ideal();
    const spoilt = points.map((each) =>
      isFitted(each)
        ? each
        : { ...each, cores: { server: 9, primary: 9, tailed: 9, untailed: 9 }, memoryBytes: 1 },
    );
    expect(coefficientsOf({ ...rest, points: spoilt })).toEqual(coefficientsOf(ideal()));
  });

  it('has no cost below zero, whatever the noise', () => {
    const few = { low: point(FITTED.few, FITTED.low), top: point(FITTED.few, FITTED.top) };
    const many = { low: point(FITTED.many, FITTED.low), high: point(FITTED.many, FITTED.high) };
    const noisy = (each: Point, tailed: number): Point => ({
      ...each,
      memoryBytes: each.emptyBytes - each.clients,
      cores: { ...each.cores, tailed },
    });
    const found = fit({
      few: { low: noisy(few.low, 0.06), top: noisy(few.top, 0.01) },
      many: { low: noisy(many.low, 0.06), high: noisy(many.high, 0.01) },
      emptyCores: 0.9,
      topicTicks: 1,
    });
    expect(Object.values(found).every((value) => value >= 0)).toBe(true);
    expect(found).toMatchObject({ tailTickMicros: 0, connectionBytes: 0, connectionMicros: 0 });
  });

  it('takes the middle of the rounds, to three digits', () => {
    const all = [3, 1, 2].map((factor) => ({ ...COSTS, frameMicros: factor * 1.2345 }));
    expect(middle(all).frameMicros).toBe(2.47);
  });
});

describe('the plan', () => {
  it('fits to few and many, and checks 1, 100 and 10 000 clients', () => {
    const all = OPENINGS.flatMap(({ clients, rates }) => rates.map((rate) => ({ clients, rate })));
    expect(all.filter(isFitted)).toHaveLength(4);
    const checked = all.filter((each) => !isFitted(each));
    expect(new Set(checked.map(({ clients }) => clients))).toEqual(new Set([1, 100, 10_000]));
  });
});

/** Of what is as predicted: it is cut to two digits just below one. */
const ONE = /^1\.0+$/;

describe('the report', () => {
  const rows = (markdown: string, first: string) =>
    markdown
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .filter(([, cell]) => cell === first)
      .map((cells) => cells.slice(2, -1));

  it('has the ratio of predicted to measured, of the same round', () => {
    const { points, ...rest } = ideal();
    const half = points.map((each) =>
      each.clients === 10_000 && each.rate === 10
        ? { ...each, lost: 5, cores: { ...each.cores, server: each.cores.server / 2 } }
        : each,
    );
    const { markdown, plots } = findings([ideal(), { ...rest, points: half }], 2, []);
    const server = rows(markdown, 'server, cores');
    expect(server.map(([clients, rate, , , times]) => [clients, rate, times])).toEqual([
      ['1', '10', expect.stringMatching(ONE)],
      ['100', '10', expect.stringMatching(ONE)],
      ['10 000', '10', expect.stringMatching(/^1\.50 \(1\.0+–2\.00\)$/)],
      ['10 000', '2', expect.stringMatching(ONE)],
    ]);
    expect(rows(markdown, 'memory').map((cells) => cells[4])).toEqual(
      Array(4).fill(expect.stringMatching(ONE)),
    );
    expect(markdown).toContain('5 ticks did not come in time to 10 000 clients at 10 ticks/s.');
    expect(plots[0]!.points.map(({ x }) => x)).toEqual([1, 1, 100, 100, 10_000, 10_000]);
  });

  it('goes on without the number of clients that was not to be had', () => {
    const { points, ...rest } = ideal();
    const fewer = points.filter(({ clients }) => clients < 10_000);
    const { markdown, absent } = findings([{ ...rest, points: fewer }], 2, [
      '10 000 clients: too many open files',
    ]);
    expect(markdown).toContain('10 000 clients: too many open files.');
    expect(absent).toHaveLength(1);
  });

  it('has a row for each number of listeners', () => {
    const { markdown } = findings([ideal()], 2, []);
    for (const listeners of ['10 000', '1 000 000', '100 000 000'])
      expect(rows(markdown, listeners)).toHaveLength(1);
  });

  it('shows bytes by powers of a thousand', () => {
    expect([999, 18_600_000, 1.5e9, 2e15].map(size)).toEqual(['999 B', '18.6 MB', '1.5 GB', '2 000 TB']);
  });
});
