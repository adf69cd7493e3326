import { whole } from '../report/figure.ts';
import { numbers, table, text } from '../report/table.ts';
import { ASSUMED, type Coefficients, type Demand, scale } from './model.ts';
import { FITTED, FLAT_OUT } from './plan.ts';

/** Numbers of listeners that the table is for. */
export const LISTENERS = [10_000, 1_000_000, 100_000_000];

/** A coefficient as people read it. */
interface Words {
  /** What it is, with its unit. */
  readonly what: string;
  /** Which difference, or which count, it is. */
  readonly from: string;
}

const { few, many, low, high, top } = FITTED;
const clients = (count: number) => `${whole(count)} client${count === 1 ? '' : 's'}`;
const BY_RATE = `server, ${clients(few)}, ${top} against ${low} ticks/s`;
const BY_FRAMES = `server, ${clients(many)}, ${high} against ${low} ticks/s`;
const BY_CLIENTS = `server, ${clients(many)}, against before they came`;
const BY_SHARING = `the server’s count, frames of several ticks against single ones`;
const UNTAILED = `the secondary that nobody tails, ${top} against ${low} ticks/s`;
const TAILED = 'the secondary that is tailed, less the other';

/** By these words docs/scaling.md states them too. */
export const WORDS: Readonly<Record<keyof Coefficients, Words>> = {
  processMicros: {
    what: 'a server process, µs of CPU a second',
    from: 'two servers: with few clients, less their ticks; and before many came',
  },
  tickMicros: { what: 'a tick that it reads, µs', from: BY_RATE },
  connectionMicros: { what: 'a connection, µs a second', from: BY_CLIENTS },
  frameMicros: { what: 'a frame to a connection, µs', from: BY_FRAMES },
  framesMax: {
    what: 'frames/s to a connection, at most',
    from: `the server’s count, ${clients(few)}, ${top} ticks/s`,
  },
  frameBytes: { what: 'a frame without ticks, bytes', from: BY_SHARING },
  tickBytes: { what: 'a tick in a frame, bytes', from: BY_SHARING },
  processBytes: { what: 'memory of a process, bytes', from: 'server, before anybody came' },
  connectionBytes: {
    what: 'memory of a connection, bytes',
    from: `${BY_CLIENTS}, idle`,
  },
  memberMicros: { what: 'a secondary, µs a second', from: UNTAILED },
  memberTickMicros: { what: 'a tick that it applies, µs', from: UNTAILED },
  tailMicros: { what: 'a tail, µs of its member a second', from: TAILED },
  tailTickMicros: { what: 'a tick that a tail reads, µs of its member', from: TAILED },
  topicTicks: {
    what: 'ticks/s into one topic',
    from: `one publisher flat out, ${clients(FLAT_OUT.clients)}`,
  },
};

/** The coefficients, a row each. */
export function coefficientsTable(costs: Coefficients): string {
  const rows = (Object.keys(WORDS) as (keyof Coefficients)[]).map((name) => {
    const { what, from } = WORDS[name];
    return [what, figure(costs[name]), from];
  });
  return table([...text('coefficient'), ...numbers('measured'), ...text('from')], rows);
}

/** What it takes for each number of listeners; also in docs/scaling.md, of the coefficients that stand there. */
export function scaleTable(costs: Coefficients, demand: Omit<Demand, 'listeners'> = ASSUMED): string {
  const rows = LISTENERS.map((listeners) => {
    const it = scale(costs, { listeners, ...demand });
    return [
      whole(listeners),
      whole(it.processes),
      whole(it.listenersPerProcess),
      cores(it.serverCores),
      size(it.memoryBytes),
      `${size(it.bytesPerSecond)}/s`,
      whole(it.tailsPerSecondary),
      whole(it.secondaries),
      cores(it.secondaryCores),
      it.relays === 0 ? '–' : whole(it.relays),
    ];
  });
  const server = ['listeners', 'processes', 'listeners each', 'cores in use', 'memory', 'out'];
  const set = ['tails a secondary', 'secondaries', 'their cores in use', 'relays instead'];
  return table(numbers(...server, ...set), rows);
}

/** "1.53 GB": three digits, powers of a thousand. */
export function size(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${figure(Number((bytes / 1000 ** power).toPrecision(3)))} ${units[power]}`;
}

function cores(value: number): string {
  return value < 100 ? value.toFixed(1) : whole(value);
}

/** As it was rounded: "0.0312", "181 000 000". */
function figure(value: number): string {
  return value < 1000 ? String(value) : whole(value);
}
