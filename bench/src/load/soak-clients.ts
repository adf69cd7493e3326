import { setTimeout as wait } from 'node:timers/promises';
import { LatencyHistogram } from '../measure/histogram.ts';
import type { ClientPlan, Kind } from '../soak/mix.ts';
import { seeded } from '../seeded.ts';
import { answerCalls } from '../stage/calls.ts';
import { FrameCache } from './frame-cache.ts';
import { type Counts, noCounts } from './soak/account.ts';
import { SoakClient, type Start } from './soak/soak-client.ts';

// A process of the soak's clients.

/** How many connect at once: more than the kernel's queue of connections would be refused, and come a second later. */
const WAVE = 100;
const LOOK_MS = 100;
/** Some come back to frames that are long gone by for the others. */
const KEPT = 1_024;

export interface SoakOrder {
  /** Of the server: `http://127.0.0.1:port`. */
  readonly url: string;
  readonly run: number;
  readonly seed: number;
  readonly clients: readonly { readonly plan: ClientPlan; readonly start?: Start | undefined }[];
  /** What a slow one takes, bytes a second. */
  readonly slowBytes: number;
  /** How far back deaf ones ask, seconds. */
  readonly deafSeconds: number;
}

/** What the clients of a kind did since they came, all together. */
export interface KindCounts extends Counts {
  clients: number;
  returns: number;
  closed: number;
}

/** What a process' clients did. Latency is of the time since the last such report: an encoded histogram. */
export interface ClientsReport {
  readonly kinds: Partial<Record<Kind, KindCounts>>;
  readonly latency: { readonly fast: string; readonly stream: string };
}

let all: SoakClient[] = [];
let latency = { fast: new LatencyHistogram(), stream: new LatencyHistogram() };

function report(): ClientsReport {
  const kinds: Partial<Record<Kind, KindCounts>> = {};
  for (const { plan, account, returns, closed } of all) {
    const sum = (kinds[plan.kind] ??= { clients: 0, returns: 0, closed: 0, ...noCounts() });
    const own = { clients: 1, returns, closed, ...account.counts };
    for (const key of Object.keys(own) as (keyof KindCounts)[]) sum[key] += own[key];
  }
  const said = { kinds, latency: { fast: latency.fast.encode(), stream: latency.stream.encode() } };
  latency = { fast: new LatencyHistogram(), stream: new LatencyHistogram() };
  return said;
}

const calls = {
  /** Resolves when all are subscribed; the deaf ones are on their way. */
  async open({ url, run, seed, clients, slowBytes, deafSeconds }: SoakOrder) {
    const around = {
      url,
      run,
      slowBytes,
      frames: new FrameCache(KEPT),
      random: seeded(seed),
      async landmark(): Promise<string | undefined> {
        const to = Date.now() - deafSeconds * 1000;
        const response = await fetch(`${url}/api/ticks?limit=1&to=${Math.round(to)}`);
        const { ticks } = (await response.json()) as { ticks: { id: string }[] };
        return ticks[0]?.id;
      },
      latency({ kind, mode }: ClientPlan, micros: number, count: number): void {
        if ((kind === 'fast' || kind === 'stream') && mode === 'all') latency[kind].record(micros, count);
      },
    };
    all = clients.map(({ plan, start }) => new SoakClient(plan, around, start));
    for (let from = 0; from < all.length; from += WAVE)
      await Promise.all(all.slice(from, from + WAVE).map((client) => client.come()));
  },

  report: async () => report(),

  /**
   * Has everybody take what there is, and says who lacks what in the end: for each kind, the ticks that neither came nor were
   * told of, and those that were told of too many.
   */
  async finish({ published, patienceMs }: { published: readonly number[]; patienceMs: number }) {
    for (const client of all) client.finish();
    const lacking = () =>
      all
        .filter(({ plan, account }) => plan.kind !== 'deaf' && !account.comesOut(published, plan.tickers))
        .map(({ plan, account }) => ({ plan, ticks: account.unaccounted(published, plan.tickers) }));
    const until = performance.now() + patienceMs;
    while (lacking().length > 0 && performance.now() < until) await wait(LOOK_MS);
    return lacking();
  },

  async leave() {
    for (const client of all) client.leave();
  },
};

/** A client whose books do not come out. */
export interface Lacking {
  readonly plan: ClientPlan;
  /** Ticks that neither came nor were told of; below 0, told of that were none. */
  readonly ticks: number;
}

export type SoakClientCalls = typeof calls;

answerCalls(calls);
