import { describe, expect, it } from 'vitest';
import { plan } from '../src/listeners/plan.ts';
import { findings } from '../src/listeners/report.ts';
import { keepsUp, Step } from '../src/listeners/step.ts';
import { LatencyHistogram } from '../src/measure/histogram.ts';
import { memoryBytes } from '../src/measure/memory.ts';
import type { Variant } from '../src/variant/variant.ts';

interface Measured {
  readonly ms?: number;
  readonly lost?: number;
  readonly mongod?: number;
  readonly memory?: number;
}

/** A step of so many listeners, with a slice for each of these. */
function step(name: string, listeners: number, ...measured: Measured[]): Step {
  const variant: Variant = { name, listeners, open: () => Promise.reject(new Error('not opened here')) };
  const made = new Step(variant);
  for (const { ms = 10, lost = 0, mongod = 3, memory } of measured) {
    const latency = new LatencyHistogram();
    latency.record(ms * 1000, 10);
    const none = { doubled: 0, displaced: 0, gaps: 0, ended: 0, lastMicros: 0 };
    made.slices.push({
      published: { counts: [10], startMicros: 0, endMicros: 1, acknowledged: '', late: null },
      receptions: { [name]: { latency: latency.encode(), deliveries: 10, lost, ...none } },
      // What counts is the sum of the three: here the last member alone has more to do.
      cpu: { primary: 1, 'secondary A': 1, 'secondary B': mongod - 2 },
      idleMemory: memory === undefined ? {} : { [`server (${name})`]: memory },
      reopens: 0,
    });
  }
  return made;
}

const cursors = () => [step('cursors', 1, {}), step('cursors', 100, { mongod: 9 })];
const ours = (mongod: number, memory: number) => [
  step('ours', 1, { memory: 100e6 }, { memory: 100e6 }),
  step('ours', 10_000, { mongod, memory }, { mongod, memory }),
];

describe('a step', () => {
  it('keeps up with nothing lost and the middle tick in time', () => {
    expect(keepsUp(step('ours', 1, {}))).toBe(true);
    expect(keepsUp(step('ours', 1, {}, { lost: 1 }))).toBe(false);
    expect(keepsUp(step('ours', 1, { ms: 1_100 }))).toBe(false);
    expect(keepsUp(step('ours', 1))).toBe(false);
  });
});

describe('the report', () => {
  it('compares mongod’s CPU, all members together, with that of one listener, round by round', () => {
    const { markdown } = findings(ours(3.15, 200e6), cursors(), 5);
    expect(markdown).toContain('**Budget met**: mongod');
    expect(markdown).toContain('measured 1.05 with 10 000, of 2 pairs.');
    expect(findings(ours(3.6, 200e6), cursors(), 5).markdown).toContain('**Budget missed**: mongod');
  });

  it('divides what the server holds more among the connections that are more', () => {
    const { markdown } = findings(ours(3, 200e6), cursors(), 5);
    expect(markdown).toContain('**Budget met**: memory a connection');
    expect(markdown).toContain('measured 10.0 KB with 10 000, of 2 pairs.');
    expect(findings(ours(3, 310e6), cursors(), 5).markdown).toContain(
      '**Budget missed**: memory a connection',
    );
  });

  it('says where cursors end, and why listeners could not be had', () => {
    const broken = [...cursors(), step('cursors', 1_000, { lost: 5 })];
    const [one, many] = ours(3, 200e6) as [Step, Step];
    const none = step('ours', 20_000);
    none.failure = 'too many open files';
    const { markdown, absent } = findings([one, many, none], broken, 5);
    expect(markdown).toContain('kept up with 100 listeners, and not with 1 000.');
    expect(markdown).toContain('20 000 listeners (ours) were not to be had here: too many open files.');
    expect(absent).toHaveLength(1);
  });

  it('holds ours against as many cursors, members and latency apart, and not where there are none', () => {
    const [one, many] = ours(3, 200e6) as [Step, Step];
    const { standings, plots } = findings(
      [one, step('ours', 100, { mongod: 3, ms: 5, memory: 1 }), many],
      cursors(),
      5,
    );
    const peers = standings
      .filter(({ kind }) => kind === 'peer')
      .map(({ what, measured }) => [what, measured]);
    expect(peers).toEqual([
      ['CPU of all members, 1 listener at 10 ticks/s', '1.00 ×, of 1 pair'],
      ['latency, p50, 1 listener at 10 ticks/s', '1.00 ×, of 1 pair'],
      ['CPU of all members, 100 listeners at 10 ticks/s', '3.00 ×, of 1 pair'],
      ['latency, p50, 100 listeners at 10 ticks/s', '2.00 ×, of 1 pair'],
    ]);
    expect(plots.map(({ points }) => points.length)).toEqual([5, 5]);
  });

  it('does not call a budget of 10 000 met by fewer', () => {
    const few = [step('ours', 1, { memory: 100e6 }), step('ours', 100, { memory: 100e6 })];
    expect(findings(few, cursors(), 5).markdown).not.toContain('**Budget met**');
  });
});

describe('the plan', () => {
  it('goes from one to 10 000 listeners at every level', () => {
    for (const level of ['quick', 'normal', 'full'] as const) {
      const { ours } = plan({ level });
      expect([ours[0], ours.at(-1)]).toEqual([1, 10_000]);
    }
  });
});

describe('memory', () => {
  it('is what the operating system says', async () => {
    const { me } = await memoryBytes(new Map([['me', process.pid]]));
    expect(me! / process.memoryUsage().rss).toBeCloseTo(1, 0);
  });
});
