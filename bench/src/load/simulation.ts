import { setTimeout as wait } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { nowMicros } from '../measure/clock.ts';
import { type Mode, type ModeName, MODES } from '../queue-simulation/modes.ts';
import { answerCalls } from '../stage/calls.ts';

// One of the simulator's processes: it publishes and fetches jobs at a rate.

/** The article's. */
const POOL = 50;
/** What is under way when the time is up is waited for: so long. */
const PATIENCE_MS = 5_000;

export interface SimulationOrder {
  readonly mode: ModeName;
  /** Users of this process in a slice: each acts once in it. */
  readonly publishers: number;
  readonly readers: number;
  readonly iterations: number;
  /** Of a slice. */
  readonly sliceMs: number;
}

/** Samples in microseconds, and how many calls had not come back. */
export interface Simulated {
  readonly publish: number[];
  readonly fetch: number[];
  readonly pending: number;
}

let client: MongoClient;
let mode: Mode;
/** Fetches that found no job: no samples. */
let empty = 0;

const calls = {
  async connect({ uri }: { uri: string }) {
    const options = { appName: 'bench-simulation', minPoolSize: POOL, maxPoolSize: POOL };
    client = await new MongoClient(uri, options).connect();
  },

  async prepare({ mode: name, first }: { mode: ModeName; first: boolean }) {
    mode = await MODES[name](client, first);
  },

  async run({ mode: name, publishers, readers, iterations, sliceMs }: SimulationOrder): Promise<Simulated> {
    empty = 0;
    const found = { publish: [] as number[], fetch: [] as number[] };
    // The simulator's clock drifts, and times a call from when it was made; the corrected one does neither.
    const clock = name === 'faithful' ? drifting : steady;
    const [published, fetched] = await Promise.all([
      clock(publishers * iterations, sliceMs / publishers, mode.publish, found.publish),
      clock(readers * iterations, sliceMs / readers, mode.fetch, found.fetch),
    ]);
    const all = [...published, ...fetched];
    await Promise.race([Promise.allSettled(all), wait(PATIENCE_MS)]);
    return { ...found, pending: all.length - found.publish.length - found.fetch.length - empty };
  },
};

async function timed(act: () => Promise<unknown>, from: number, into: number[]): Promise<void> {
  if ((await act()) === false) empty++;
  else into.push(nowMicros() - from);
}

type Clock = (
  count: number,
  everyMs: number,
  act: () => Promise<unknown>,
  into: number[],
) => Promise<Promise<void>[]>;

/** The next call is a rounded time after this one was made: what is late stays late. */
const drifting: Clock = async (count, everyMs, act, into) => {
  const under: Promise<void>[] = [];
  for (let call = 0; call < count; call++) {
    under.push(timed(act, nowMicros(), into));
    await wait(Math.round(everyMs));
  }
  return under;
};

/** An open loop: every call has its moment, and its sample is from that moment on. */
const steady: Clock = async (count, everyMs, act, into) => {
  const under: Promise<void>[] = [];
  const start = nowMicros();
  for (let call = 0; call < count; call++) {
    const due = start + call * everyMs * 1_000;
    const ahead = (due - nowMicros()) / 1_000;
    if (ahead > 0) await wait(ahead);
    // A timer may be early by a part of a millisecond.
    under.push(timed(act, Math.min(due, nowMicros()), into));
  }
  return under;
};

export type SimulationCalls = typeof calls;

answerCalls(calls);
