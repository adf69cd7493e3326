import { setTimeout as wait } from 'node:timers/promises';
import { nowMicros } from '../measure/clock.ts';
import type { Server } from '../stage/server.ts';
import type { Stage } from '../stage/stage.ts';
import { serverVariant } from '../variant/server-variant.ts';
import { type Load, type Slice, slices } from '../variant/slice.ts';
import { FLAT_OUT, type Opening } from './plan.ts';
import type { Point } from './point.ts';

const NAME = 'ours';
const WARM_UP_SECONDS = 1;
const FLAT_OUT_SECONDS = 1;
const PATIENCE_MS = 5_000;
/** After the topic is read: compiling and collecting go on for a while. */
const SETTLE_MS = 1_000;

/** What was measured while so many clients were there. */
export interface Opened {
  readonly points: readonly Point[];
  /** What the server used before anybody came; undefined where it was not measured. */
  readonly emptyCores: number | undefined;
  /** Ticks a second into the topic, flat out; undefined where nobody published so. */
  readonly topicTicks: number | undefined;
}

/** A stretch of a rate: how long it was, and what the server sent meanwhile. */
interface Window {
  readonly startMicros: number;
  readonly endMicros: number;
  readonly frames: number;
  readonly bytes: number;
}

/** Opens a server with so many clients, and measures it at each rate. @param seconds at each */
export async function measure(stage: Stage, opening: Opening, seconds: number): Promise<Opened> {
  const { clients, rates, warmUpRate, empty, flatOut } = opening;
  let server: Server | undefined;
  let emptyBytes = 0;
  let emptyCores: number | undefined;
  const variant = serverVariant({
    name: NAME,
    awaitMs: 20,
    listeners: clients,
    ready: async (started) => {
      server = started;
      if (empty) emptyCores = await idleCores(started, seconds);
      ({ memoryBytes: emptyBytes } = await started.used());
    },
  });
  const windows: Window[] = [];
  const paced =
    (rate: number): Load =>
    async (run, publisher) => {
      const before = await server!.sent();
      const startMicros = nowMicros();
      // All of the time, though the last tick is due before its end.
      const [published] = await Promise.all([
        publisher.call('paced', { run, rate, seconds }),
        wait(seconds * 1000),
      ]);
      const endMicros = nowMicros();
      const { frames, bytes } = await server!.sent();
      windows.push({
        startMicros,
        endMicros,
        frames: frames - before.frames,
        bytes: bytes - before.bytes,
      });
      return published;
    };
  const topic: Load = (run) => {
    const { publishers, batch } = FLAT_OUT;
    return stage.publisher.call('flatOut', { run, publishers, batch, seconds: FLAT_OUT_SECONDS });
  };
  const measured = await slices(stage, {
    variants: [variant],
    warmUp: (run, publisher) => publisher.call('paced', { run, rate: warmUpRate, seconds: WARM_UP_SECONDS }),
    loads: [...rates.map(paced), ...(flatOut ? [topic] : [])],
    patienceMs: PATIENCE_MS,
  });
  return {
    points: rates.map((rate, index) =>
      pointOf(measured[index]!, windows[index]!, { clients, rate, emptyBytes }),
    ),
    emptyCores,
    topicTicks: flatOut ? ticksPerSecond(measured.at(-1)!) : undefined,
  };
}

/** Of its one core, with no client and no tick. */
async function idleCores(server: Server, seconds: number): Promise<number> {
  await wait(SETTLE_MS);
  const startMicros = nowMicros();
  const before = await server.used();
  await wait(seconds * 1000);
  const { cpuSeconds } = await server.used();
  return ((cpuSeconds - before.cpuSeconds) * 1e6) / (nowMicros() - startMicros);
}

function pointOf(
  { cpu, idleMemory, receptions, reopens }: Slice,
  { startMicros, endMicros, frames, bytes }: Window,
  known: Pick<Point, 'clients' | 'rate' | 'emptyBytes'>,
): Point {
  const { deliveries, lost, lastMicros } = receptions[NAME]!;
  // Clients that are late keep the processes busy beyond the end.
  const seconds = (Math.max(endMicros, lastMicros) - startMicros) / 1e6;
  const cores = (process: string) => cpu[process]! / seconds;
  const each = (all: number) => all / known.clients / seconds;
  return {
    ...known,
    cores: {
      server: cores(`server (${NAME})`),
      primary: cores('primary'),
      tailed: cores('secondary A'),
      untailed: cores('secondary B'),
    },
    memoryBytes: idleMemory[`server (${NAME})`]!,
    frames: each(frames),
    bytes: each(bytes),
    ticks: each(deliveries),
    lost,
    reopens,
  };
}

/** Until the last subscriber has the last one, as `sustained` counts. */
function ticksPerSecond({ published, receptions }: Slice): number {
  const { lastMicros } = receptions[NAME]!;
  const ticks = published.counts.reduce((sum, count) => sum + count, 0);
  return (ticks * 1e6) / (lastMicros - published.startMicros);
}
