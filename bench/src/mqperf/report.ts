import { LatencyHistogram } from '../measure/histogram.ts';
import { cpuSum } from '../measure/cpu.ts';
import { spread } from '../measure/ratio.ts';
import { cpuTable } from '../report/cpu-table.ts';
import { milliseconds, rate, ratio, roundsNote, whole } from '../report/figure.ts';
import { numbers, table, text } from '../report/table.ts';
import type { Findings } from '../scenario.ts';
import type { Cell } from './cell.ts';
import { mqperfPlot } from './plots.ts';
import { PUBLISHED } from './published.ts';
import { at, ENDS, modeOf, mqperfStandings, placesOf, timesOf } from './standings.ts';

const NOTE = `Messages/s of a hundred characters; threads of each node, and as many receiver nodes as sender nodes, each a process; senders and
receivers at once, from an empty queue. Batches of 1 to 10 are sent; up to 10 are received. *mqperf*: its own client, in JavaScript:
\`insertMany\`; ten \`findAndModify\` in a row without a sort, then a delete each. As there, the write concern is of the inserts alone, and
deletes are **not acknowledged**: a receiver's rate is of messages that may come again. *Ours*: \`enqueueMany\`; \`claimMany(10)\` and
\`completeMany\`, of one queue object a node, **every write with the write concern**. *async*: w: 1; *sync*: w: majority (2015: acknowledged
by a replica; 2021: w: 2). A node's rate is its messages over the time to its last one; nodes are summed. *p95*: from the send call to the
receipt, of what was received, ms; where more is sent than received it grows with the length of the run. *×*: ours to mqperf's, of the same round.`;

/** Both tables, measured and published; plot, standings and raw numbers. */
export function findings(cells: readonly Cell[], seconds: number): Findings {
  const markdown = [
    NOTE,
    `Slices of ${seconds} s. ${roundsNote(at(cells, cells[0]!, 'ours').length)}`,
    measured(cells),
    'CPU seconds for 1 000 messages sent or received, 25 threads, of all nodes:',
    cpu(cells.filter(({ threads }) => threads === 25)),
    '**Published**',
    published(),
    'Of the 2015 edition five rows are known to us, of 2020/21 the synchronous ones and the best asynchronous one, whose threads and nodes are not known; a p95 was published for 2020/21 alone.',
  ].join('\n\n');
  return {
    markdown,
    raw: { sliceSeconds: seconds, published: PUBLISHED, cells },
    plots: [mqperfPlot(cells)],
    standings: mqperfStandings(cells),
    absent: [],
  };
}

function measured(cells: readonly Cell[]): string {
  const columns = [
    ...text('mode'),
    ...numbers('nodes', 'threads', 'sent, mqperf', 'ours', '×', 'received, mqperf', 'ours', '×'),
    ...numbers('p95, mqperf', 'ours'),
  ];
  const rows = placesOf(cells).map((place) => {
    const [theirs, ours] = [at(cells, place, 'mqperf'), at(cells, place, 'ours')];
    const ends = ENDS.flatMap((end) => {
      const [one, other] = [theirs, ours].map((each) => rate(spread(each.map((cell) => cell[end]))));
      return [one!, other!, ratio(timesOf(cells, place, end))];
    });
    const where = [modeOf(place.w), `${place.nodes}`, `${place.threads}`];
    return where.concat(ends, p95(theirs), p95(ours));
  });
  return table(columns, rows);
}

/** Of all rounds together, in milliseconds. */
function p95(cells: readonly Cell[]): string {
  const all = LatencyHistogram.merged(cells.map(({ latency }) => LatencyHistogram.decode(latency)));
  return milliseconds(all.percentile(95));
}

function cpu(cells: readonly Cell[]): string {
  const kinds = [...new Map(cells.map((cell) => [`${cell.w} ${cell.nodes} ${cell.client}`, cell])).values()];
  const rows = kinds.map((kind) => {
    const its = at(cells, kind, kind.client);
    const messages = its.reduce((sum, cell) => sum + cell.messages, 0);
    const each = Object.entries(cpuSum(its.map((cell) => cell.cpu)));
    const perThousand = each.map(([name, seconds]) => [name, (1_000 * seconds) / (messages || 1)] as const);
    return { cells: [modeOf(kind.w), `${kind.nodes}`, kind.client], cpu: Object.fromEntries(perThousand) };
  });
  return cpuTable([...text('mode'), ...numbers('nodes'), ...text('client')], rows);
}

function published(): string {
  return table(
    [...text('edition', 'engine', 'mode', 'nodes', 'threads'), ...numbers('sent', 'received', 'p95 ms')],
    PUBLISHED.map(({ edition, engine, mode, nodes, threads, sent, received, p95: bound = '' }) => [
      edition,
      engine,
      mode,
      nodes,
      threads,
      whole(sent),
      whole(received),
      bound,
    ]),
  );
}
