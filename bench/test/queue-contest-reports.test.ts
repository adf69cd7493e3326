import { describe, expect, it } from 'vitest';
import { LatencyHistogram } from '../src/measure/histogram.ts';
import { cellOf } from '../src/mqperf/cell.ts';
import { message, sentMicros } from '../src/mqperf/message.ts';
import { findings as mqperfFindings } from '../src/mqperf/report.ts';
import { plan as postgresPlan } from '../src/postgres-queue/plan.ts';
import { findings as postgresFindings } from '../src/postgres-queue/report.ts';
import type { QueueSlice } from '../src/queue/queue-stage.ts';
import { plan as peersPlan, WORKERS } from '../src/queue-peers/plan.ts';
import { findings as peersFindings } from '../src/queue-peers/report.ts';
import type { Lap } from '../src/queue-peers/standings.ts';
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

function postgresMeasured(ours: number, wrong: string[] = []) {
  return {
    version: '15.1',
    pgbench: { enqueue: 111, dequeue: 222, together: { enqueue: 333, dequeue: 444 } },
    contested: postgresPlan(QUICK).contests.map((contest) => ({
      contest,
      postgres: [sliceOf({ shape: contest.shape }, 100), sliceOf({ shape: contest.shape }, 200)],
      mongodb: [sliceOf({ shape: contest.shape, wrong }, ours), sliceOf({ shape: contest.shape }, ours)],
    })),
  };
}

describe('the report beside PostgreSQL', () => {
  const report = (ours: number, wrong: string[] = []) =>
    postgresFindings(postgresMeasured(ours, wrong)).markdown;

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
  const report = (boss: number, wrong: string[] = []) => found(boss, wrong).markdown;
  const found = (boss: number, wrong: string[] = []) => {
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
    });
  };

  it('holds each against its own of ours, and says which budget is met', () => {
    expect(report(80)).toMatch(/pg-boss 10, 100 at a time \| +80 \| 1\.25 \|/);
    expect(report(80)).toContain('**Budget met**: batches: ≥ pg-boss');
    expect(report(125)).toContain('**Budget missed**: batches: ≥ pg-boss');
    expect(report(125)).toContain('**Budget met**: single claims: ≥ mongodb-queue and agenda');
  });

  it('has each peer of each heat stand beside ours', () => {
    const others = heats.flatMap(({ contenders }) =>
      contenders.filter(({ way, against }) => way !== against),
    );
    const { standings, plots } = found(125);
    expect(standings.filter(({ kind }) => kind === 'peer')).toHaveLength(others.length * WORKERS.length);
    expect(standings.find(({ against }) => against === '≥ pg-boss')).toMatchObject({
      verdict: 'behind',
      reason: expect.stringContaining('one command under way'),
    });
    expect(plots).toHaveLength(1);
  });

  it('names who left jobs behind', () => {
    expect(report(80, ['3 jobs were claimed'])).toContain(
      'agenda 6, in 2 slices, such as: 3 jobs were claimed',
    );
  });
});

describe('the report of the simulation', () => {
  const encoded = (ms: number) => {
    const histogram = new LatencyHistogram();
    histogram.record(1_000 * ms, 10);
    return histogram.encode();
  };
  const runs = (ours: number, pending = 0) =>
    [1, 2].flatMap(() =>
      (Object.keys(MODES) as ModeName[]).map((mode) => {
        const micros = encoded(mode === 'ours' ? ours : 20);
        const samples = { publish: [500_000, 1_000], fetch: [7_000] };
        return { mode, seconds: 1, found: [{ publish: micros, fetch: micros, samples, pending }], cpu: CPU };
      }),
    );

  it('has the faithful column count what reaches the simulator, the others every sample', () => {
    const { markdown } = simulationFindings(runs(10), 6);
    const rows = markdown.split('\n').map((line) => line.replaceAll(/ +/g, ' '));
    expect(rows.find((row) => row.startsWith('| maximum'))).toMatch(
      /^\| maximum \| – \| – \| 500\.000 \| 20\.0 \| 10\.0 \|$/,
    );
    expect(markdown).toContain('faithful 4 and 2, corrected 20 and 20');
    expect(markdown).not.toContain('had not come back');
    expect(simulationFindings(runs(10, 3), 6).markdown).toContain('**18 calls had not come back**');
  });

  it('has the published figures that are known, and says how many are not', () => {
    const { markdown } = simulationFindings(runs(10), 6);
    expect(markdown).toMatch(/standard deviation +\| +– \| +718\.000 \|/);
    expect(markdown).toMatch(/maximum +\| +– \| +19500\.000 \|/);
    expect(markdown).toContain('26 cells are empty ("–") and 2 filled');
  });

  it('holds ours against the corrected, theirs to ours, and says of how many rounds', () => {
    const { standings } = simulationFindings(runs(10), 6);
    expect(standings.map(({ measured, verdict }) => [measured, verdict])).toEqual(
      standings.map(() => [expect.stringMatching(/^2\.00 ×, of 2 pairs$/), 'ahead']),
    );
    expect(standings).toHaveLength(4);
    expect(simulationFindings(runs(40), 6).standings[0]).toMatchObject({
      verdict: 'behind',
      reason: expect.stringContaining('upsert'),
    });
  });
});

describe('every contest', () => {
  it('is drawn and stands beside each peer, batches of PostgreSQL by a budget too', () => {
    const { standings, plots } = postgresFindings(postgresMeasured(50));
    expect(standings.filter(({ kind }) => kind === 'budget').map(({ verdict }) => verdict)).toEqual([
      'behind',
      'behind',
    ]);
    expect(standings.filter(({ kind }) => kind === 'peer')).toHaveLength(
      postgresPlan(QUICK).contests.length + 1,
    );
    expect(plots[0]!.points).toContainEqual(expect.objectContaining({ panel: 'both together: dequeue' }));
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
    const { markdown, standings } = mqperfFindings([cell('mqperf', 100), cell('ours', 300)], 1);
    expect(standings.map(({ what, measured }) => `${what}: ${measured}`)).toEqual([
      'messages/s sent, async, 25 × 2 threads: 3.00 ×, of 1 pair',
      'messages/s received, async, 25 × 2 threads: 3.00 ×, of 1 pair',
    ]);
    expect(markdown).toMatch(/async \| +2 \| +25 \| +150 \| +450 \| 3\.00 \| +100 \| +300 \| 3\.00 \| +7\.0/);
  });
});
