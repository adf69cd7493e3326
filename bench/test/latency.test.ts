import { describe, expect, it } from 'vitest';
import { LatencyHistogram } from '../src/measure/histogram.ts';
import { cpuByRate } from '../src/latency/cpu-by-rate.ts';
import { type Measured, parts } from '../src/latency/plan.ts';
import { findings } from '../src/latency/report.ts';
import type { Slice } from '../src/variant/slice.ts';

const QUICK = { level: 'quick' } as const;
const [together, inTurn] = parts(QUICK, new Set(['NATS'])) as [Measured['part'], Measured['part']];

/** A slice in which each of these had every tick after so many milliseconds. */
function sliceOf(latencies: Record<string, number>, cpu: Record<string, number> = {}): Slice {
  const receptions = Object.entries(latencies).map(([name, ms]) => {
    const histogram = new LatencyHistogram();
    histogram.record(ms * 1000, 20);
    const none = { lost: 0, doubled: 0, displaced: 0, gaps: 0, ended: 0, lastMicros: 0 };
    return [name, { latency: histogram.encode(), deliveries: 20, ...none }];
  });
  const acknowledged = new LatencyHistogram();
  acknowledged.record(4_000, 20);
  const published = {
    counts: [20],
    startMicros: 0,
    endMicros: 1,
    acknowledged: acknowledged.encode(),
    late: null,
  };
  return { published, receptions: Object.fromEntries(receptions), cpu, idleMemory: {}, reopens: 0 };
}

const each = (names: readonly { name: string }[], ms: (name: string) => number) =>
  sliceOf(Object.fromEntries(names.map(({ name }) => [name, ms(name)])));

function measured(oursMs: number): Measured[] {
  const ms = (name: string) => (name === 'ours' ? oursMs : name === 'NATS' ? 1 : 30);
  return [
    { part: together, rate: 1, seconds: 20, slices: [[each(together.variants, ms)]] },
    {
      part: inTurn,
      rate: 100,
      seconds: 3,
      slices: [inTurn.variants.map(({ name }) => sliceOf({ [name]: ms(name) }))],
    },
  ];
}

const lines = (markdown: string, start: RegExp) => markdown.split('\n').filter((line) => start.test(line));

describe('the plan', () => {
  it('compares at 1 and 10 ticks/s together, at 100 and 1 000 in turn, ours first', () => {
    expect(together.rates.map(({ rate }) => rate)).toEqual([1, 10]);
    expect(inTurn.rates.map(({ rate }) => rate)).toEqual([100, 1_000]);
    for (const part of [together, inTurn]) expect(part.variants[0]!.name).toBe('ours');
  });

  it('goes on without a broker that is not here', () => {
    const names = parts(QUICK, new Set(['NATS'])).map(({ variants }) => variants.map(({ name }) => name));
    for (const part of names) {
      expect(part).toContain('NATS');
      expect(part).not.toContain('Mosquitto');
      expect(part).toContain('Socket.IO');
    }
  });
});

describe('the report', () => {
  it('says who keeps a tick, and how far each is from ours', () => {
    const { markdown } = findings(measured(10), []);
    expect(lines(markdown, /\| NATS +\| nobody +\| together .* 0\.10 \| +1 \|/)).toHaveLength(1);
    expect(lines(markdown, /\| Socket\.IO +\| majority +\| in turn .* 3\.00 \| +1 \|/)).toHaveLength(1);
  });

  it('says how much of it the insert took, where it was an insert of the stage’s publisher', () => {
    const { markdown } = findings(measured(10), []);
    expect(lines(markdown, /\| ours +\| majority +\| together +\| +20 \| +4\.0 \| +10\.0 /)).toHaveLength(1);
    expect(lines(markdown, /\| Socket\.IO +\| majority +\| together +\| +20 \| +\| +30\.0 /)).toHaveLength(1);
  });

  it('holds ours at one tick a second against the budget, whoever else is faster', () => {
    expect(findings(measured(10), []).markdown).toContain('**Budget met**');
    expect(findings(measured(25), []).markdown).toContain('**Budget missed**');
  });

  it('says who is missing, and why', () => {
    const why = 'mosquitto is not to be had here: not on PATH';
    const { markdown, raw } = findings(measured(10), [why]);
    expect(markdown).toContain(`\n${why}.\n`);
    expect(raw).toMatchObject({ absent: [why] });
  });
});

describe('CPU by rate', () => {
  it('is in per cent of a core, a row each process, empty at rates at which it did not run', () => {
    const slow = sliceOf({}, { primary: 1, 'server (ours)': 2 });
    const fast = [sliceOf({}, { primary: 3 }), ...inTurn.variants.slice(1).map(() => sliceOf({}))];
    const text = cpuByRate([
      { part: together, rate: 1, seconds: 20, slices: [[slow]] },
      { part: inTurn, rate: 1_000, seconds: 3, slices: [fast, fast] },
    ]);
    const rows = text.split('\n').map((line) => line.replaceAll(/ +/g, ' '));
    expect(rows.slice(2)).toEqual([
      '| all together | primary | 5.0 | |',
      '| all together | server (ours) | 10.0 | |',
      '| ours | primary | | 100.0 |',
    ]);
  });
});
