import { whole } from '../report/figure.ts';
import { numbers, table, text } from '../report/table.ts';
import { ASSUMED, type Coefficients, type Demand, scale } from './model.ts';

/** Numbers of listeners that the table is for. */
export const LISTENERS = [10_000, 1_000_000, 100_000_000];

/** Each coefficient as people read it: by these words docs/scaling.md states them too. */
export const WORDS: Readonly<Record<keyof Coefficients, string>> = {
  processMicros: 'a server process, µs of CPU a second',
  tickMicros: 'a tick that it reads, µs',
  connectionMicros: 'a connection, µs a second',
  frameMicros: 'a frame to a connection, µs',
  framesMax: 'frames/s to a connection, at most',
  frameBytes: 'a frame without ticks, bytes',
  tickBytes: 'a tick in a frame, bytes',
  processBytes: 'memory of a process, bytes',
  connectionBytes: 'memory of a connection, bytes',
  memberMicros: 'a secondary, µs a second',
  memberTickMicros: 'a tick that it applies, µs',
  tailMicros: 'a tail, µs of its member a second',
  tailTickMicros: 'a tick that a tail reads, µs of its member',
  topicTicks: 'ticks/s into one topic',
};

/** The coefficients, a row each. */
export function coefficientsTable(costs: Coefficients): string {
  const rows = (Object.keys(WORDS) as (keyof Coefficients)[]).map((name) => [
    WORDS[name],
    figure(costs[name]),
  ]);
  return table([...text('coefficient'), ...numbers('measured')], rows);
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
