import { spread } from '../measure/ratio.ts';
import { milliseconds, ratio, reopensNote, roundsNote, whole } from '../report/figure.ts';
import { budgetLine } from '../report/standing.ts';
import { numbers, table, text } from '../report/table.ts';
import type { Findings } from '../scenario.ts';
import { RATE } from './plan.ts';
import { listenersPlots } from './plots.ts';
import { connectionKilobytes, listenersStandings, mongodTimes } from './standings.ts';
import { keepsUp, type Step } from './step.ts';

/** With fewer, a megabyte of garbage more or less decides. */
const ENOUGH_FOR_MEMORY = 1_000;

const NOTE = `Single ticks, ${RATE} a second in an open loop, majority, each to every listener. *mongod*: CPU of all three members, in per
cent of a core, and as a multiple of that with one listener in the same round. *Ours*: one server, subscribers in \`all\` over WebSockets, all of them in one
process, which at 10 000 has as much to do as the server: what a tick waits for its turn in that process is in its latency. *Memory a
connection*: the server's resident memory with all subscribed and nothing sent yet, less that with one, over the others; what it
left as garbage in the handshakes is in it. *A cursor a listener* is the article's way, on the secondaries with the default wait, all in
one process too.
The next step is not tried where ticks were lost, or the middle one came a second late.`;

/** Tables, plots, standings and raw numbers of what was measured. */
export function findings(ours: readonly Step[], cursors: readonly Step[], seconds: number): Findings {
  const steps = [...ours, ...cursors].filter(({ slices }) => slices.length > 0);
  const standings = listenersStandings(ours, cursors);
  const absent = [...ours, ...cursors].flatMap(({ variant, failure }) =>
    failure
      ? [`${whole(variant.listeners)} listeners (${variant.name}) were not to be had here: ${failure}`]
      : [],
  );
  const markdown = [
    NOTE,
    roundsNote(ours[0]!.slices.length),
    listenersTable(steps, ours[0]!, cursors[0]!, seconds),
    ...absent.map((line) => `${line}.`),
    ...cursorsEnd(cursors),
    ...standings.filter(({ kind }) => kind === 'budget').map(budgetLine),
    ...reopensNote(ours.flatMap(({ slices }) => slices)),
  ].join('\n\n');
  return {
    markdown,
    raw: { sliceSeconds: seconds, ours, cursors },
    plots: listenersPlots(steps, seconds),
    standings,
    absent,
  };
}

function listenersTable(steps: readonly Step[], ours: Step, cursors: Step, seconds: number): string {
  const percent = (values: number[] | undefined) =>
    values === undefined ? '' : ((spread(values).median * 100) / seconds).toFixed(1);
  const rows = steps.map((step) => {
    const { variant, latency, receptions, serverMemory } = step;
    const one = variant.name === ours.variant.name ? ours : cursors;
    const sum = (of: (reception: (typeof receptions)[number]) => number) =>
      whole(receptions.reduce((total, reception) => total + of(reception), 0));
    const memory = serverMemory.length > 0;
    return [
      variant.name,
      whole(variant.listeners),
      ...[latency.p50, latency.p99, latency.max].map(milliseconds),
      sum(({ lost }) => lost),
      sum(({ gaps, ended }) => gaps + ended),
      percent(step.mongod),
      step === one ? '' : ratio(mongodTimes(step, one)),
      percent(step.cpu('server')),
      percent(step.cpu('listeners')),
      memory ? (spread(serverMemory).median / 1e6).toFixed(0) : '',
      memory && variant.listeners >= ENOUGH_FOR_MEMORY ? ratio(connectionKilobytes(step, one)) : '',
    ];
  });
  const measured = ['listeners', 'p50 ms', 'p99', 'max', 'lost', 'gaps', 'mongod %', '× one', 'server %'];
  const more = ['listeners %', 'server MB', 'KB a connection'];
  return table([...text('variant'), ...numbers(...measured, ...more)], rows);
}

/** A sentence on where one cursor a listener ended. */
function cursorsEnd(cursors: readonly Step[]): string[] {
  const last = cursors.findLast(keepsUp);
  const broken = cursors.find((step) => step.slices.length > 0 && !keepsUp(step));
  if (!broken || !last) return [];
  return [
    `One cursor a listener kept up with ${whole(last.variant.listeners)} listeners, and not with ${whole(broken.variant.listeners)}.`,
  ];
}
