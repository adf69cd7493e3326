import { setTimeout as delay } from 'node:timers/promises';
import { now } from '../clock.ts';
import type { Fault, Injury } from '../fault/fault.ts';
import type { Tick } from '../oracle/evidence.ts';
import { judge } from '../oracle/judge.ts';
import { seeded } from '../seeded.ts';
import type { Server } from '../stage/server.ts';
import type { Stage } from '../stage/stage.ts';
import type { Subscriber } from '../subscriber/subscriber.ts';
import { Cast } from './cast.ts';
import type { Outcome } from './outcome.ts';
import type { Scene } from './scene.ts';
import { waitUntil } from './wait.ts';

const LOAD = { rate: 300, burstSeconds: 3 };
const BEFORE_MS = 2_000;
const AFTER_MS = 2_000;
/** How long what must become true may take, and the servers to be live again; and subscribers to have everything. */
const RECOVER_MS = 45_000;
const DRAIN_MS = 30_000;

/**
 * Plays faults, one after the other, under load and with everything recorded, and has the oracle judge.
 *
 * @param seed the same one makes the same choices; what the machine does meanwhile it can't
 * @param keep gets what each server has written, and the evidence
 */
export async function play(
  stage: Stage,
  faults: readonly Fault[],
  seed: number,
  keep: (file: string, text: string) => void = () => {},
): Promise<Outcome> {
  const start = performance.now();
  // Of several faults one at most has a setting of its own: those that have are played alone.
  const setting = faults.find((fault) => fault.setting)?.setting ?? {};
  const complaints: string[] = [];
  const notes: string[] = [];
  const note = (line: string): void => void notes.push(line);
  await stage.heal();
  const cast = await Cast.create(stage, setting, seeded(seed));
  try {
    const scene = await cast.enter();
    const { load, subscribers } = cast;
    load.start(setting.load ?? LOAD);
    await Promise.all([delay(BEFORE_MS), cast.begun()]);
    const from = now();
    const injuries: Injury[] = [];
    for (const fault of faults) {
      const injury = await fault.inject(scene);
      injuries.push(injury);
      complaints.push(...(await hold(fault, injury)), ...(await recover(fault, injury, scene)));
    }
    await delay(AFTER_MS);
    const to = now();
    await load.stop();
    await stage.heal();
    complaints.push(...(await complete(subscribers, await load.finish())));
    for (const subscriber of subscribers) subscriber.stop();
    for (const { after } of injuries) complaints.push(...((await after?.(note)) ?? []));
    complaints.push(...(await cast.finishWork(note)));
    const evidence = {
      publications: cast.journal.publications,
      recordings: cast.recordings,
      collection: await cast.topic.ticks(),
      overwritten: faults.some(({ overwrites }) => overwrites),
    };
    keep('evidence.json', JSON.stringify({ ...evidence, from, to }));
    const verdict = judge(evidence, { from, to });
    complaints.push(...verdict.complaints, ...gapComplaints(faults, verdict.gaps));
    const seconds = (performance.now() - start) / 1000;
    return { faults: faults.map(({ name }) => name), seed, verdict, complaints, notes, seconds };
  } finally {
    await cast.leave();
    for (const [index, { log }] of cast.servers.entries()) keep(`server-${index + 1}.log`, log);
  }
}

/** Waits until the fault has lasted, and what must be true has become so: longer than it lasts where a machine is busy. */
async function hold({ name, holdMs }: Fault, { must }: Injury): Promise<string[]> {
  const until = performance.now() + holdMs;
  if (!must) {
    await delay(holdMs);
    return [];
  }
  let wrong: readonly string[] = [];
  const good = await waitUntil(async () => {
    wrong = ['no answer'];
    wrong = await must();
    return wrong.length === 0;
  }, holdMs + RECOVER_MS);
  await delay(Math.max(0, until - performance.now()));
  return good ? [] : wrong.map((line) => `${name}: ${line}`);
}

/** Ends the fault, and waits until all is well. */
async function recover({ name }: Fault, { heal, recovered }: Injury, { servers }: Scene): Promise<string[]> {
  await heal();
  const tails = (): Promise<Awaited<ReturnType<Server['tail']>>[]> =>
    Promise.all(servers.filter(({ isRunning }) => isRunning).map((server) => server.tail()));
  const isWell = async (): Promise<boolean> =>
    (await tails()).every(({ state }) => state === 'live') && ((await recovered?.()) ?? true);
  if (await waitUntil(isWell, RECOVER_MS)) return [];
  const how = JSON.stringify(await tails().catch(String));
  return [`${name}: not live ${RECOVER_MS / 1000} s after its end: ${how}`];
}

/** Waits until everybody has the last ticks, and so has come to the end. */
async function complete(subscribers: readonly Subscriber[], last: readonly Tick[]): Promise<string[]> {
  const behind = (): Subscriber[] => subscribers.filter((one) => !hasAll(one, last));
  if (await waitUntil(() => behind().length === 0, DRAIN_MS)) return [];
  const names = behind().map(({ recording }) => recording.name);
  return [`not at the end after ${DRAIN_MS / 1000} s: ${names.join(', ')}`];
}

function hasAll(subscriber: Subscriber, last: readonly Tick[]): boolean {
  const { tickers } = subscriber.recording;
  const wanted = last.filter(({ ticker }) => tickers.includes('*') || tickers.includes(ticker));
  return wanted.every(({ id }) => subscriber.has(id));
}

function gapComplaints(faults: readonly Fault[], gaps: number): string[] {
  if (gaps > 0 && faults.every((fault) => fault.gaps === 'none'))
    return [`${gaps} gaps were announced where nothing can have been missing`];
  if (gaps === 0 && faults.some((fault) => fault.gaps === 'owed')) return ['no gap was announced'];
  return [];
}
