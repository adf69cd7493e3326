import { setTimeout as wait } from 'node:timers/promises';
import { answerCalls } from '../stage/calls.ts';
import { FrameCache } from './frame-cache.ts';
import { type Return, Returner } from './returner.ts';

// A process of clients that go away and come back.

/** Some clients' absence. */
export interface Absence {
  /** The first of them, and how many. */
  readonly from: number;
  readonly count: number;
  readonly awayMs: number;
  /** They leave one by one over this time. 0: all at once, and all come back at once. */
  readonly spreadMs: number;
  /** Come back as somebody new, without saying what they had. */
  readonly anew?: boolean;
}

const WAVE = 200;
const LOOK_MS = 5;

let all: Returner[] = [];

async function beAway(returner: Returner, afterMs: number, { awayMs, anew }: Absence): Promise<Return> {
  await wait(afterMs);
  returner.leave();
  if (anew) returner.forget();
  await wait(awayMs);
  return returner.come();
}

function sum(of: (returner: Returner) => number): number {
  return all.reduce((total, returner) => total + of(returner), 0);
}

const calls = {
  /** Resolves when all are live, which takes somebody who publishes. */
  async open({ url, count }: { url: string; count: number }) {
    // Many come back to the same frames, some of them long gone by.
    const frames = new FrameCache(1_024);
    all = Array.from({ length: count }, () => new Returner(url, frames));
    for (let from = 0; from < count; from += WAVE) {
      await Promise.all(all.slice(from, from + WAVE).map((returner) => returner.come()));
    }
  },

  /** Counts ticks of this run from now on. */
  async expect(run: number) {
    for (const returner of all) returner.expect(run);
  },

  async absence(absence: Absence): Promise<Return[]> {
    const { from, count, spreadMs } = absence;
    return Promise.all(
      all
        .slice(from, from + count)
        .map((returner, index) => beAway(returner, (spreadMs * index) / count, absence)),
    );
  },

  /** Waits until everybody has all of the run, as long as the patience lasts; says what never came, and what came twice. */
  async missed({ published, patienceMs }: { published: number; patienceMs: number }) {
    const lost = () => sum(({ tally }) => tally.lost([published]));
    const until = performance.now() + patienceMs;
    while (lost() > 0 && performance.now() < until) await wait(LOOK_MS);
    return { lost: lost(), doubled: sum(({ tally }) => tally.doubled) };
  },
};

export type ReturnerCalls = typeof calls;

answerCalls(calls);
