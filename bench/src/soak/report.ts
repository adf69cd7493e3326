import type { Plot } from '../plot/plot.ts';
import { milliseconds, whole } from '../report/figure.ts';
import { budget, budgetLine } from '../report/standing.ts';
import { numbers, table, text } from '../report/table.ts';
import type { Findings } from '../scenario.ts';
import { RING } from '../stage/ring.ts';
import { MEASURES, type Minute } from './minute.ts';
import { type Kind, KINDS } from './mix.ts';
import type { Soaked } from './soak.ts';
import { TICKERS } from './ticker.ts';
import { direction, type Trend, trend, warmUp } from './trend.ts';

const MIB = 2 ** 20;
/** What would grow where the server forgets to let go of something. */
const HELD = new Set(['heap, least of each minute', 'handles', 'descriptors beside sessions']);

/** Who may be so far behind when he comes back that the ring has forgotten where he was. */
const FAR_BEHIND: ReadonlySet<string> = new Set<Kind>(['slow', 'deaf']);

/** One line for a terminal. */
export function line({ minute, server, fast, stream, mongod, machine, ...clients }: Minute): string {
  return [
    `min ${String(minute).padStart(2)}: RSS ${whole(server.rss / MIB)} MiB, heap ${whole(server.heap / MIB)}, outside ${whole(server.external / MIB)}`,
    `${whole(server.handles)} handles (${whole(server.timers)} timers), ${whole(server.descriptors)} descriptors, ${whole(server.sockets)} sockets, ${whole(server.streams)} streams`,
    `${whole(server.ticksPerSecond)} ticks/s, ${whole(server.framesPerSecond)} frames/s, CPU ${whole(server.cpu * 100)} %, loop p99 ≤ ${server.delayMs} ms`,
    `p50/p99/max ${late(fast)} ms, SSE ${late(stream)}`,
    `${server.opened} opened, ${clients.returns} returns in all, ${server.overtaken} overtaken, ${server.closed} closed, ${server.reopens} reopens`,
    `${clients.gaps} gaps, ${clients.doubled} doubled, ${clients.displaced} displaced`,
    `mongod ${whole(mongod.rss / MIB)} MiB, ${mongod.cursors} cursors; ${machine.busy.toFixed(1)} cores busy, ${machine.ours.toFixed(1)} with this`,
  ].join('; ');
}

function late({ p50, p99, max }: Minute['fast']): string {
  return [p50, p99, max].map(milliseconds).join('/');
}

/** Tables, slopes, plot and verdict. */
export function findings(soaked: Soaked): Findings {
  const { minutes, clients, rate, seed, all, ended, lacking } = soaked;
  const wrong = [
    ...complaints(soaked),
    ...(lacking === null ? ['it was ended before anybody looked for what was lost'] : []),
  ];
  const left = warmUp(all.length, RING.max, rate);
  const trends = trendsOf(all.slice(left));
  const rising = trends.filter(({ name, trend }) => HELD.has(name) && trend && direction(trend) === 'rises');
  const standing = budget({
    what: `${whole(clients)} mixed clients, ${all.length} minutes`,
    goal: 'nothing lost in silence, nothing doubled; no trend of heap, handles, descriptors',
    measured: [...wrong, ...rising.map(({ name, trend }) => `${name}: ${said(trend)}`)].join('; ') || 'so',
    met: wrong.length === 0 && rising.length === 0,
  });
  const cores = (of: 'busy' | 'ours') =>
    (all.reduce((sum, { machine }) => sum + machine[of], 0) / all.length).toFixed(2);
  const markdown = [
    `One server process, ${whole(clients)} clients in two others, up to ${whole(rate)} ticks/s of ${TICKERS} tickers in single inserts (majority) into a full ring of ${whole(RING.max)}; seed ${seed}. ` +
      `On average ${cores('busy')} cores of the machine were busy, ${cores('ours')} of them with this.`,
    ...(ended === null ? [] : [`**Ended after ${all.length} of ${minutes} minutes**: ${ended}.`]),
    budgetLine(standing),
    kindsTable(soaked),
    KINDS_NOTE,
    minutesTable(soaked),
    MINUTES_NOTE,
    `Slopes by least squares, of minutes ${left + 1} to ${all.length}: before, the ring still held what it was filled with. ± is the 95 % interval if minutes were independent; *no trend*: level lies within it.`,
    trendsTable(trends),
  ].join('\n\n');
  return { markdown, raw: soaked, plots: [plot(all)], standings: [standing], absent: [] };
}

/** What must not be: each in words. */
export function complaints({ kinds, lacking }: Soaked): string[] {
  const found: string[] = [];
  for (const [kind, { doubled, displaced, unknown }] of Object.entries(kinds)) {
    if (doubled > 0) found.push(`${kind}: ${doubled} ticks doubled`);
    if (displaced > 0) found.push(`${kind}: ${displaced} ticks out of order`);
    if (unknown > 0 && !FAR_BEHIND.has(kind)) found.push(`${kind}: ${unknown} gaps of unknown size`);
  }
  for (const { plan, ticks } of lacking ?? []) {
    const wants = plan.tickers === null ? 'every ticker' : `${plan.tickers.length} tickers`;
    const what =
      ticks > 0 ? `${ticks} ticks lost in silence` : `${-ticks} ticks more than there were, or told twice`;
    found.push(`${plan.kind} ${plan.via}, ${plan.mode}, ${wants}: ${what}`);
  }
  return found;
}

const KINDS_NOTE = `*Received*: ticks that came, each once. *Missed*: told by gaps; *conflated*: told in frames of mode \`latest\`. In the end all take what is left; then of each
client but the deaf ones received + missed + conflated must be what was published of its tickers since it came: *lost in silence* is what is less. *Unknown*: gaps that don't say how much
they left out, since the ring had forgotten where the client was; what such a client lacks is not known. *Doubled*, *displaced*: came again on a connection,
or after a return with a full \`since\`; came after a later one of its ticker. *Closed*: connections that ended other than by the client.`;

const MINUTES_NOTE = `All of the server's are its own account (\`/metrics\`), looked at every 5 s; MiB. *heap*: the least of the minute, what is left after garbage was collected; the others are means.
*outside*: of the heap; what sockets wait to send is in it. *beside*: descriptors less sockets and streams that are subscribed. *loop*: how late a timer of 20 ms was, 99 % at most. Latency is of sockets (\`fast\`) and streams in mode
\`all\` that take all that comes, in ms, from right before the insert was sent: publisher, members, server and clients share the machine. *opened*, *overtaken*, *closed*: sessions that began,
were overtaken by the ring, were closed because they took nothing, in the minute. *gaps*, *doubled*: all clients' so far. *cursors*: open on the member that is read.`;

function kindsTable({ kinds, lacking }: Soaked): string {
  const columns = [
    ...text('kind', 'what they do'),
    ...numbers('clients', 'returns', 'closed', 'received', 'missed', 'conflated', 'gaps', 'unknown'),
    ...numbers('lost in silence', 'doubled', 'displaced'),
  ];
  const rows = (Object.keys(KINDS) as Kind[]).flatMap((kind) => {
    const counts = kinds[kind];
    if (!counts) return [];
    const { clients, returns, closed, received, missed, conflated, gaps, unknown } = counts;
    const lost = (lacking ?? [])
      .filter(({ plan }) => plan.kind === kind)
      .reduce((sum, { ticks }) => sum + ticks, 0);
    const known = lacking !== null && kind !== 'deaf';
    return [
      [
        kind,
        KINDS[kind],
        ...[clients, returns, closed, received, missed, conflated, gaps, unknown].map(whole),
        known ? whole(lost) : 'not looked at',
        ...[counts.doubled, counts.displaced].map(whole),
      ],
    ];
  });
  return table(columns, rows);
}

function minutesTable({ all, before, after }: Soaked): string {
  const columns = [
    ...text('minute'),
    ...numbers('RSS', 'heap', 'outside', 'handles', 'timers', 'descriptors', 'beside', 'sockets', 'streams'),
    ...numbers('CPU %', 'loop', 'ticks/s', 'frames/s', 'opened', 'overtaken', 'closed', 'reopens'),
    ...numbers('p50', 'p99', 'max', 'SSE p50', 'SSE p99', 'SSE max', 'gaps', 'doubled'),
    ...numbers('mongod RSS', 'cursors'),
  ];
  const empty = Array.from({ length: 10 }, () => '');
  return table(columns, [
    ['no client', ...serverCells(before), ...empty],
    ...all.map((minute) => {
      const { server, fast, stream, gaps, doubled, mongod } = minute;
      return [
        String(minute.minute),
        ...serverCells(server),
        ...[fast.p50, fast.p99, fast.max, stream.p50, stream.p99, stream.max].map(milliseconds),
        ...[gaps, doubled, mongod.rss / MIB, mongod.cursors].map(whole),
      ];
    }),
    ...(after ? [['all gone', ...serverCells(after), ...empty]] : []),
  ]);
}

function serverCells(server: Minute['server']): string[] {
  return [
    ...[server.rss, server.heap, server.external].map((bytes) => (bytes / MIB).toFixed(1)),
    ...[server.handles, server.timers, server.descriptors, server.beside].map(whole),
    ...[server.sockets, server.streams].map(whole),
    whole(server.cpu * 100),
    `≤ ${server.delayMs}`,
    ...[server.ticksPerSecond, server.framesPerSecond, server.opened].map(whole),
    ...[server.overtaken, server.closed, server.reopens].map(whole),
  ];
}

type Named = { readonly name: string; readonly unit: string; readonly trend: Trend | undefined };

function trendsOf(minutes: readonly Minute[]): Named[] {
  return MEASURES.map(({ name, unit, of }) => ({
    name,
    unit,
    trend: trend(minutes.map((minute) => ({ minutes: minute.minute, value: of(minute) }))),
  }));
}

function trendsTable(trends: readonly Named[]): string {
  const columns = [
    ...text('what', 'unit'),
    ...numbers('mean', 'an hour', '±', '% an hour', 'r²'),
    ...text('that is'),
  ];
  return table(
    columns,
    trends.map(({ name, unit, trend }) => {
      if (!trend) return [name, unit, '', '', '', '', '', 'too few minutes'];
      const { mean, perHour, margin, r2 } = trend;
      return [
        name,
        unit,
        mean.toFixed(1),
        signed(perHour),
        margin.toFixed(2),
        mean === 0 ? '' : signed((perHour * 100) / mean),
        r2.toFixed(2),
        direction(trend),
      ];
    }),
  );
}

function said(trend: Trend | undefined): string {
  return trend ? `${signed(trend.perHour)} ± ${trend.margin.toFixed(2)} an hour` : 'unknown';
}

function signed(value: number): string {
  return `${value >= 0 ? '+' : '−'}${Math.abs(value).toFixed(2)}`;
}

function plot(all: readonly Minute[]): Plot {
  const series = {
    'ours, resident': (minute: Minute) => minute.server.rss,
    'its heap, least of each minute': (minute: Minute) => minute.server.heap,
    'outside of the heap': (minute: Minute) => minute.server.external,
  };
  return {
    name: 'soak-memory',
    title: 'Memory of the server under mixed clients, minute by minute',
    kind: 'lines',
    value: 'MiB',
    x: 'minutes',
    points: Object.entries(series).flatMap(([name, of]) =>
      all.map((minute) => ({ series: name, x: minute.minute, value: of(minute) / MIB })),
    ),
  };
}
