import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bar } from '../src/progress.ts';
import { document, type Recorded } from '../src/report/document.ts';
import { record, recorded, writeReport } from '../src/report/record.ts';
import { beside, budget, type Standing } from '../src/report/standing.ts';
import type { Findings } from '../src/scenario.ts';
import { scenarios, secondsOf } from '../src/scenarios.ts';
import { Stages } from '../src/stage/stages.ts';

const where = {
  date: '2026-01-02T03:04:05.678Z',
  command: 'npm run bench -- latency --quick',
  seconds: 61.7,
  machine: { cpu: 'CPU', cores: 2, memoryGiB: 8, system: 'OS', node: '20', mongod: '6', commit: 'abc' },
};

function runOf(name: string, found: Partial<Findings> = {}): Recorded {
  return recorded(
    { name, summary: `About ${name}` },
    { markdown: `Of ${name}.`, raw: { n: 1 }, plots: [], standings: [], absent: [], ...found },
    where,
  );
}

const times = (min: number, median: number, max: number) => ({ min, median, max, count: 5 });

describe('a standing', () => {
  it.each([
    [times(1.1, 1.2, 1.3), 'ahead'],
    [times(0.9, 1.2, 1.3), 'level'],
    [times(0.7, 0.8, 0.9), 'behind'],
  ])('beside a peer is ahead or behind only where all pairs agree', (spread, verdict) => {
    expect(beside({ what: 'frames', peer: 'NATS', times: spread }).verdict).toBe(verdict);
  });
});

describe('the document', () => {
  const missed = budget({ what: 'frames', goal: '≥ 0.9', measured: '0.8', met: false, reason: 'Because.' });
  const met = budget({ what: 'ticks', goal: '≥ 10', measured: '12', met: true });
  const lost = beside({ what: 'frames', peer: 'NATS', times: times(0.5, 0.5, 0.6) });
  const level = beside({ what: 'frames', peer: 'Mosquitto', times: times(0.9, 1, 1.1) });
  const textOf = (standings: readonly Standing[], absent: readonly string[] = []) =>
    document([runOf('fan-out', { standings, absent })]);

  it('says how each scenario was measured', () => {
    expect(textOf([])).toContain(
      '`npm run bench -- latency --quick`, 2026-01-02 03:04 UTC, 62 s, commit abc. 2 × CPU',
    );
  });

  it('ends with where we are behind, and with nothing else', () => {
    const [, end] = textOf([missed, met, lost, level], ['NATS is not to be had here']).split(
      '## Where we are behind',
    );
    expect(end).toContain('In 2 of the 4 budgets and comparisons above:');
    expect(end).toContain('**fan-out.** Because.\n\n- frames: 0.8, where the budget is ≥ 0.9\n');
    expect(end).toContain(
      '**fan-out.** The cause is not known:\n\n- frames, beside NATS: 0.50 (0.50–0.60) ×\n',
    );
    expect(end).toContain('- fan-out: frames, beside Mosquitto: 1.00 (0.90–1.10) ×');
    expect(end).toContain('- fan-out: NATS is not to be had here');
    expect(end).not.toContain('ticks');
  });

  it('names a cause once, with all that it is the cause of', () => {
    const again = budget({ what: 'bytes', goal: '≤ 1', measured: '2', met: false, reason: 'Because.' });
    const [, end] = textOf([missed, lost, again]).split('## Where we are behind');
    expect(end).toContain(
      'Because.\n\n- frames: 0.8, where the budget is ≥ 0.9\n- bytes: 2, where the budget is ≤ 1\n',
    );
    expect(end!.split('Because.')).toHaveLength(2);
  });

  it('says so where we are behind in nothing', () => {
    expect(textOf([met]).trimEnd()).toMatch(/In none of the 1 budgets and comparisons above\.$/);
  });

  it('has every budget and peer in its summary', () => {
    const [summary] = textOf([missed, met, lost]).split('## fan-out');
    expect(summary).toMatch(/\| fan-out +\| frames +\| ≥ 0\.9 +\| 0\.8 +\| \*\*no\*\* +\|/);
    expect(summary).toMatch(/\| fan-out +\| ticks +\| ≥ 10 +\| 12 +\| yes +\|/);
    expect(summary).toMatch(/\| fan-out +\| frames +\| NATS +\|/);
  });
});

describe('what is written', () => {
  let folder: string;
  const home = () => pathToFileURL(`${folder}/`);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'bench-report-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is made of all that is recorded, in the order of the scenarios', async () => {
    for (const name of ['mine', 'sustained', 'latency']) record(runOf(name), home());
    await writeReport(['latency', 'sustained'], home());
    const titles = [...read('RESULTS.md').matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    expect(titles).toEqual(['Summary', 'latency', 'sustained', 'mine', 'Where we are behind']);
    expect(JSON.parse(read('results/latency.json'))).toMatchObject({
      scenario: 'latency',
      n: 1,
      seconds: 61.7,
    });
  });

  it('keeps when and how it was measured, whatever the numbers are called', () => {
    expect(runOf('latency', { raw: { seconds: 2, report: 'mine', rates: [1] } })).toMatchObject({
      seconds: 61.7,
      report: { markdown: 'Of latency.' },
      rates: [1],
    });
  });

  it('has a picture for each plot that the report shows', async () => {
    const points = [{ series: 'ours', value: 1 }];
    const plot = { name: 'rates', title: 'Rates', kind: 'bars', value: 'ticks/s', points } as const;
    record(runOf('latency', { plots: [plot] }), home());
    await writeReport(['latency'], home());
    expect(read('RESULTS.md')).toContain('![Rates](plots/rates.svg)');
    expect(read('plots/rates.svg')).toMatch(/^<svg/);
  });

  it('is an empty report where nothing is recorded', async () => {
    await writeReport([], home());
    expect(read('RESULTS.md')).toContain('In none of the 0');
    expect(existsSync(join(folder, 'results'))).toBe(false);
  });
});

describe('progress', () => {
  it('is measured by the budgets, and never says more than they hold', () => {
    const course = { name: 'fan-out', number: 2, count: 3, before: 100, budget: 100, total: 400 };
    expect(bar(course, 50)).toBe('━━━━━━━━━───────────────  37 %  fan-out, 2 of 3, 50 s of about 100 s');
    expect(bar(course, 900)).toContain(' 50 %');
  });
});

describe('every scenario', () => {
  it('states how long it takes, longer the more is asked for', () => {
    for (const { budget } of scenarios)
      expect([budget.quick, budget.normal, budget.full]).toEqual(
        [budget.quick, budget.normal, budget.full].toSorted((a, b) => a - b),
      );
  });
  it('is quick enough for all of them to end within a quarter of an hour', () => {
    expect(secondsOf(scenarios, 'quick')).toBeLessThanOrEqual(900);
  });
});

describe('stages', () => {
  function stagesOf() {
    const made: string[] = [];
    const stages = new Stages(async (ring: boolean) => {
      const name = ring ? 'ring' : 'bare';
      made.push(name);
      return { close: async () => void made.push(`${name} closed`) };
    });
    const play = (ring: boolean, scenario = async () => {}) => stages.play(ring, () => {}, scenario);
    return { stages, made, play };
  }

  it('are kept from one scenario to the next, until another kind is wanted', async () => {
    const { stages, made, play } = stagesOf();
    for (const ring of [true, true, false, false]) await play(ring);
    expect(made).toEqual(['ring', 'ring closed', 'bare']);
    await stages.close();
    await stages.close();
    expect(made).toEqual(['ring', 'ring closed', 'bare', 'bare closed']);
  });

  it('are not handed on by who failed', async () => {
    const { made, play } = stagesOf();
    const failing = async () => {
      throw new Error('not done after 3 s');
    };
    await expect(play(true, failing)).rejects.toThrow('not done after 3 s');
    await play(true);
    expect(made).toEqual(['ring', 'ring closed', 'ring']);
  });
});
