import { type Plot, plotMarkdown } from '../plot/plot.ts';
import type { Circumstances } from './record.ts';
import type { Standing } from './standing.ts';
import { behind, summary } from './summary.ts';

/** What a scenario makes of its numbers, for the report. */
export interface Report {
  readonly markdown: string;
  readonly plots: readonly Plot[];
  readonly standings: readonly Standing[];
  readonly absent: readonly string[];
}

/** A scenario's file in `results/`, without the numbers behind it. */
export interface Recorded extends Circumstances {
  readonly scenario: string;
  readonly summary: string;
  /** Undefined in a file of an older bench. */
  readonly report?: Report;
}

const INTRO = `What \`npm run bench\` measured. All of this file is made of the JSON in \`results/\`, by each run and by
\`npm run bench -- report\`: change nothing here. Each section says when, where and by which command it was measured. Numbers
of different sections are of different runs: compare within a section only.`;

/** The whole of RESULTS.md, from all that is recorded, in this order. */
export function document(all: readonly Recorded[]): string {
  const standings = all.map(({ scenario, report }) => ({
    scenario,
    standings: report?.standings ?? [],
    absent: report?.absent ?? [],
  }));
  return `${['# Results', INTRO, summary(standings), ...all.map(section), behind(standings)].join('\n\n')}\n`;
}

/** A scenario's section of the report, in Markdown. */
export function section({ scenario, summary, report, ...where }: Recorded): string {
  const { date, command, seconds, machine } = where;
  const { cpu, cores, memoryGiB, system, node, mongod, commit } = machine;
  return [
    `## ${scenario}`,
    `${summary}.`,
    `\`${command}\`, ${String(date).slice(0, 16).replace('T', ' ')} UTC, ${Math.round(seconds)} s, commit ` +
      `${commit}. ${cores} × ${cpu}, ${memoryGiB} GiB, ${system}, Node ${node}, three mongod ${mongod}; all of it, ` +
      `load and listeners too, on this one machine.`,
    ...(report ? [...report.plots.map(plotMarkdown), report.markdown] : [OLDER]),
  ].join('\n\n');
}

const OLDER = 'Its numbers are of an older bench, which kept no report with them: they are in `results/`.';
