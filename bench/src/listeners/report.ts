import { ratios, type Spread, spread } from '../measure/ratio.ts';
import { milliseconds, ratio, reopensNote, verdict, whole } from '../report/figure.ts';
import { numbers, table, text } from '../report/table.ts';
import type { Findings } from '../scenario.ts';
import { RATE } from './plan.ts';
import { keepsUp, type Step } from './step.ts';

/** DESIGN section 8: mongod's CPU, 10 000 listeners against one; memory of an idle connection. */
const BUDGET = { mongod: 1.1, kilobytes: 20 };

/** With fewer, a megabyte of garbage more or less decides. */
const ENOUGH_FOR_MEMORY = 1_000;

const NOTE = `Single ticks, ${RATE} a second in an open loop, majority, each to every listener. *mongod*: CPU of all three members, in per
cent of a core, and as a multiple of that with one listener in the same round. *Ours*: one server, subscribers in \`all\` over WebSockets, all of them in one
process, which at 10 000 has as much to do as the server: what a tick waits for its turn in that process is in its latency. *Memory a
connection*: the server's resident memory with all subscribed and nothing sent yet, less that with one, over the others; what it
left as garbage in the handshakes is in it. *A cursor a listener* is the article's way, on the secondaries with the default wait, all in
one process too.
The next step is not tried where ticks were lost, or the middle one came a second late.`;

/** Tables, verdicts and raw numbers of what was measured. */
export function findings(ours: readonly Step[], cursors: readonly Step[], seconds: number): Findings {
  const steps = [...ours, ...cursors].filter(({ slices }) => slices.length > 0);
  const most = ours.findLast(({ slices }) => slices.length > 0)!;
  const [growth, kilobytes] = [times(most, ours[0]!), connectionKilobytes(most, ours[0]!)];
  const count = whole(most.variant.listeners);
  const failures = [...ours, ...cursors].filter(({ failure }) => failure);
  const markdown = [
    NOTE,
    listenersTable(steps, ours[0]!, cursors[0]!, seconds),
    ...failures.map(
      ({ variant, failure }) =>
        `${whole(variant.listeners)} listeners (${variant.name}) were not to be had here: ${failure}.`,
    ),
    ...cursorsEnd(cursors),
    verdict(
      `mongod's CPU with 10 000 listeners ≤ ${BUDGET.mongod} of that with one`,
      `${ratio(growth)} with ${count}`,
      most.variant.listeners >= 10_000 && growth.median <= BUDGET.mongod,
    ),
    verdict(
      `≤ ${BUDGET.kilobytes} KB of memory a connection, 10 000 idle`,
      `${ratio(kilobytes)} KB with ${count}`,
      most.variant.listeners >= 10_000 && kilobytes.median <= BUDGET.kilobytes,
    ),
    ...reopensNote(ours.flatMap(({ slices }) => slices)),
  ].join('\n\n');
  return { markdown, raw: { sliceSeconds: seconds, growth, kilobytes, ours, cursors } };
}

/** mongod's CPU as a multiple of that of one listener, round by round. */
function times(step: Step, one: Step): Spread {
  return ratios(step.mongod, one.mongod.slice(0, step.mongod.length));
}

function connectionKilobytes(step: Step, one: Step): Spread {
  const others = step.variant.listeners - one.variant.listeners;
  const first = one.serverMemory;
  return spread(step.serverMemory.map((bytes, index) => (bytes - first[index]!) / 1000 / others));
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
      step === one ? '' : ratio(times(step, one)),
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
