import { describe, expect, it } from 'vitest';
import { LatencyHistogram } from '../src/measure/histogram.ts';
import { cellOf } from '../src/mqperf/cell.ts';
import { message, sentMicros } from '../src/mqperf/message.ts';
import { findings as mqperfFindings } from '../src/mqperf/report.ts';
import { plan as postgresPlan } from '../src/postgres-queue/plan.ts';
import { findings as postgresFindings } from '../src/postgres-queue/report.ts';
import type { QueueSlice } from '../src/queue/queue-stage.ts';
import { plan as peersPlan, WORKERS } from '../src/queue-peers/plan.ts';
import { findings as peersFindings, type Lap } from '../src/queue-peers/report.ts';
import { MODES, type ModeName } from '../src/queue-simulation/modes.ts';
import { findings as simulationFindings } from '../src/queue-simulation/report.ts';

const QUICK = { level: 'quick' } as const;
const CPU = { primary: 1, workers: 0.5, postgres: 2 };

function sliceOf(rest: Partial<QueueSlice>, rate: number): QueueSlice {
  const { shape = 'work' } = rest;
  return {
    way: 'claim',
    w: 'majority',
    shape,
    clients: 15,
    batch: 1,
    seconds: 1,
    waiting: 9,
    enqueued: shape === 'work' ? null : rate,
    worked: shape === 'enqueue' ? null : rate,
    jobs: rate,
    wrong: [],
    cpu: CPU,
    ...rest,
  };
}

describe('the report beside PostgreSQL', () => {
  const { contests } = postgresPlan(QUICK);
  const report = (ours: number, wrong: string[] = []) =>
    postgresFindings({
      version: '15.1',
      pgbench: { enqueue: 111, dequeue: 222, together: { enqueue: 333, dequeue: 444 } },
      contested: contests.map((contest) => ({
        contest,
        postgres: [sliceOf({ shape: contest.shape }, 100), sliceOf({ shape: contest.shape }, 200)],
        mongodb: [sliceOf({ shape: contest.shape, wrong }, ours), sliceOf({ shape: contest.shape }, ours)],
      })),
    }).markdown;

  it('has the ratio of neighbours, and the published figures beside', () => {
    const row = report(100).match(/^\| dequeue alone +\|.*$/m)![0];
    expect(row.replaceAll(/ +/g, ' ')).toBe(
      '| dequeue alone | majority | 150 (100–200) | 100 | 0.75 (0.50–1.00) | 222 | 4 812 | ours: claim |',
    );
    expect(report(100)).toMatch(/both together: dequeue .* 444 \| +2 748 \|/);
  });

  it('says which budget is met, and what went wrong', () => {
    expect(report(100).match(/Budget missed/g)).toHaveLength(2);
    expect(report(300).match(/Budget met/g)).toHaveLength(2);
    expect(report(300)).toContain('**Every job was completed exactly once**');
    expect(report(300, ['2 jobs were run twice'])).toContain('ours: claim, work: 2 jobs were run twice');
  });
});

describe('the report of peers', () => {
  const { heats } = peersPlan(QUICK, true);
  const report = (boss: number, wrong: string[] = []) => {
    const laps: Lap[] = heats.flatMap(({ name, shape, contenders }) =>
      contenders.flatMap(({ way }) =>
        WORKERS.map((clients) =>
          Object.assign(
            sliceOf({ way, shape, clients }, way === 'pgBossMany' ? boss : 100),
            { heat: name },
            way === 'agenda' && shape === 'work' && { wrong },
          ),
        ),
      ),
    );
    return peersFindings({
      plan: peersPlan(QUICK, true),
      laps,
      postgres: '15.1',
      absent: [],
    }).markdown;
  };

  it('holds each against its own of ours, and says which budget is met', () => {
    expect(report(80)).toMatch(/pg-boss 10, 100 at a time \| +80 \| 1\.25 \|/);
    expect(report(80)).toContain('**Budget met**: batches ≥ pg-boss');
    expect(report(125)).toContain('**Budget missed**: batches ≥ pg-boss');
    expect(report(125)).toContain('**Budget met**: single claims ≥ mongodb-queue and agenda');
  });

  it('names who left jobs behind', () => {
    expect(report(80, ['3 jobs were claimed'])).toContain(
      'agenda 6, in 2 slices, such as: 3 jobs were claimed',
    );
  });
});

describe('the report of the simulation', () => {
  it('has the faithful column count as the simulator does, the others every sample', () => {
    const samples = (count: number) => Array.from({ length: count }, (_, at) => 1_000 * (at + 1));
    const runs = (Object.keys(MODES) as ModeName[]).map((mode) => ({
      mode,
      seconds: 1,
      found: [{ publish: samples(501), fetch: samples(501), pending: 0 }],
      cpu: CPU,
    }));
    const { markdown } = simulationFindings(runs, 1);
    expect(markdown).toMatch(/maximum +\| +\| +\| +500\.000 \| +501\.000 \| +501\.000 \|/);
    expect(markdown).toMatch(/standard deviation +\| +\| +718\.000 \|/);
    expect(markdown).not.toContain('had not come back');
  });
});

describe('mqperf', () => {
  it('has messages of a hundred characters that say when they were sent', () => {
    expect(message(12_345_678)).toHaveLength(100);
    expect(sentMicros(message(12_345_678))).toBe(12_345_678);
  });

  it('sums the rates of nodes, each over its own time, and compares by rounds', () => {
    const latency = new LatencyHistogram();
    latency.record(7_000);
    const order = { w: 1, threads: 25, nodes: 2, seconds: 1 } as const;
    const node = (messages: number, seconds: number) => ({ messages, seconds, latency: latency.encode() });
    const cell = (client: 'mqperf' | 'ours', messages: number) =>
      cellOf(
        { ...order, client },
        [node(messages, 1), node(messages, 2)],
        [node(messages, 1), node(0, 0)],
        CPU,
      );
    expect(cell('ours', 100)).toMatchObject({ sent: 150, received: 100, messages: 300 });
    const { markdown } = mqperfFindings([cell('mqperf', 100), cell('ours', 300)], 1);
    expect(markdown).toMatch(/async \| +2 \| +25 \| +150 \| +450 \| 3\.00 \| +100 \| +300 \| 3\.00 \| +7\.0/);
  });
});
