import type { Return } from '../load/returner.ts';
import type { Absence, ReturnerCalls } from '../load/returners.ts';
import { cpuBetween, type CpuSeconds, cpuSeconds } from '../measure/cpu.ts';
import type { Scenario } from '../scenario.ts';
import { Remote } from '../stage/remote.ts';
import { Server } from '../stage/server.ts';
import type { Stage } from '../stage/stage.ts';
import { CROWD, plan, type Plan, RATE } from './plan.ts';
import { type Crowd, findings, type Single } from './report.ts';

/** Clients leave one by one within this, so that each comes back alone. */
const SPREAD_MS = 4_000;
/** From the last one's return to the last tick. */
const SLACK_SECONDS = 3;
const PATIENCE_MS = 15_000;

export const resume: Scenario = {
  name: 'resume',
  summary:
    'A client away for 1 s, 10 s and longer at 200 ticks/s, and 1 000 that come back at once: time to live again, bytes, gaps',
  ring: true,
  budget: { quick: 55, normal: 300, full: 480 },
  run: async (stage, effort, log) => {
    const planned = plan(effort);
    const { clients, absences, pairs, crowdSeconds } = planned;
    const server = await Server.start({ uri: stage.uri, topic: stage.topic, awaitMs: 20 });
    try {
      log(`${clients} clients away for ${absences.join(', ')} s each`);
      const singles = await alone(stage, server, planned);
      const crowds: Crowd[] = [];
      for (let pair = 1; pair <= pairs; pair++) {
        for (const anew of [false, true]) {
          log(`pair ${pair}/${pairs}: ${CROWD.clients} come back at once${anew ? ', as if anew' : ''}`);
          crowds.push(await together(stage, server, anew, crowdSeconds));
        }
      }
      return findings({ plan: planned, singles, crowds });
    } finally {
      await server.stop();
    }
  },
};

/** Groups of clients, each away for one of the times, and all during the same ticks. */
async function alone(stage: Stage, server: Server, { clients, absences: times }: Plan): Promise<Single> {
  const longest = Math.max(...times) + SPREAD_MS / 1000;
  const absences = times.map((seconds, index) => ({
    from: index * clients,
    count: clients,
    awayMs: seconds * 1000,
    spreadMs: SPREAD_MS,
  }));
  const { returns, missed } = await away(stage, server, absences, { seconds: longest, batch: 1 });
  return { returns: times.map((seconds, index) => ({ seconds, returns: returns[index]! })), missed };
}

/** A thousand that leave at once and come back at once. */
async function together(stage: Stage, server: Server, anew: boolean, awaySeconds: number): Promise<Crowd> {
  const absence = { from: 0, count: CROWD.clients, awayMs: awaySeconds * 1000, spreadMs: 0, anew };
  const { returns, missed, cpu } = await away(stage, server, [absence], {
    seconds: awaySeconds,
    batch: CROWD.batch,
  });
  return { anew, returns: returns[0]!, missed, cpu };
}

/** Opens clients, has them be away while ticks come, and waits until they have them all. */
async function away(
  stage: Stage,
  server: Server,
  absences: readonly Absence[],
  { seconds, batch }: { seconds: number; batch: number },
) {
  const remote = new Remote<ReturnerCalls>('returners', 'returners');
  const publish = (run: number, length: number) =>
    stage.publisher.call('paced', { run, rate: RATE, seconds: length, batch });
  try {
    const count = absences.reduce((sum, absence) => sum + absence.count, 0);
    const opened = remote.call('open', { url: server.webSocketUrl, count });
    // They are live with a tick that comes after they did.
    for (let open = false; !open;) {
      const second = publish(stage.nextRun(), 1);
      open = await Promise.race([opened.then(() => true), second.then(() => false)]);
      await second;
    }
    const run = stage.nextRun();
    await remote.call('expect', run);
    const processes = new Map([
      ...(await stage.processes()),
      ['server', server.pid],
      ['clients', remote.pid],
    ]);
    const before = await cpuSeconds(processes);
    const published = publish(run, seconds + SLACK_SECONDS);
    const returns: Return[][] = await Promise.all(absences.map((absence) => remote.call('absence', absence)));
    const cpu: CpuSeconds = cpuBetween(before, await cpuSeconds(processes));
    const { counts } = await published;
    const anew = absences.some((absence) => absence.anew);
    const missed = await remote.call('missed', {
      published: counts[0]!,
      // Who comes as somebody new lacks what came meanwhile.
      patienceMs: anew ? 0 : PATIENCE_MS,
    });
    return { returns, missed, cpu };
  } finally {
    await remote.stop();
  }
}
