import { setTimeout as wait } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { nowMicros } from '../measure/clock.ts';
import { LatencyHistogram } from '../measure/histogram.ts';
import { type Mode, type ModeName, MODES } from '../queue-simulation/modes.ts';
import { OpCache, type SampleKind, type Samples } from '../simulator/op-cache.ts';
import { sliceTime } from '../simulator/slice-time.ts';
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

/** What was noted. */
export interface Simulated {
  /** Of each call: encoded histograms. */
  readonly publish: string;
  readonly fetch: string;
  /** What reaches the simulator's report, in microseconds. */
  readonly samples: Samples;
  /** Calls that had not come back. */
  readonly pending: number;
}

let client: MongoClient;
let mode: Mode;

const calls = {
  async connect({ uri }: { uri: string }) {
    const options = { appName: 'bench-simulation', minPoolSize: POOL, maxPoolSize: POOL };
    client = await new MongoClient(uri, options).connect();
  },

  async prepare({ mode: name, first }: { mode: ModeName; first: boolean }) {
    mode = await MODES[name](client, first);
  },

  async run({ mode: name, publishers, readers, iterations, sliceMs }: SimulationOrder): Promise<Simulated> {
    const cache = new OpCache();
    const found = { publish: new LatencyHistogram(), fetch: new LatencyHistogram() };
    let pending = 0;
    const timed = async (kind: SampleKind, from = nowMicros()): Promise<void> => {
      pending++;
      // A fetch that finds no job is no sample.
      const acted = (await mode[kind]()) !== false;
      pending--;
      if (!acted) return;
      const micros = nowMicros() - from;
      found[kind].record(micros);
      cache.log(kind, micros);
    };
    const users = { publish: publishers, fetch: readers };
    // The simulator's clock drifts, and times a call from when it was made; the corrected one does neither.
    const play = (kind: SampleKind): Promise<unknown> =>
      name === 'faithful'
        ? sliceTime({ users: users[kind], iterations, resolutionMs: sliceMs }, () => timed(kind))
        : steady(users[kind] * iterations, sliceMs / users[kind], (due) => timed(kind, due));
    await Promise.all([play('publish'), play('fetch')]);
    const { publish, fetch } = found;
    return { publish: publish.encode(), fetch: fetch.encode(), samples: cache.sent, pending };
  },
};

/** An open loop: every call has its moment, and its sample is from that moment on. What is late at the end is waited for. */
async function steady(count: number, everyMs: number, act: (due: number) => Promise<void>): Promise<void> {
  const under: Promise<void>[] = [];
  const start = nowMicros();
  for (let call = 0; call < count; call++) {
    const due = start + call * everyMs * 1_000;
    const ahead = (due - nowMicros()) / 1_000;
    if (ahead > 0) await wait(ahead);
    // A timer may be early by a part of a millisecond.
    under.push(act(Math.min(due, nowMicros())));
  }
  await Promise.race([Promise.all(under), wait(PATIENCE_MS)]);
}

export type SimulationCalls = typeof calls;

answerCalls(calls);
