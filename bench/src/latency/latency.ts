import { ifToBeHad } from '../peers/not-to-be-had.ts';
import { findProgram } from '../peers/program.ts';
import type { Effort, Findings, Scenario } from '../scenario.ts';
import type { Stage } from '../stage/stage.ts';
import { type Load, type Slice, slices } from '../variant/slice.ts';
import { BROKERS, type Measured, type Part, parts, type Rate } from './plan.ts';
import { findings } from './report.ts';

/** A tick that waits for the next one to be seen comes a second late at 1 tick a second. */
const PATIENCE_MS = 5_000;

export const latency: Scenario = {
  name: 'latency',
  summary:
    'Insert sent → message in the client, at 1, 10, 100 and 1 000 ticks/s: ours, without its wake, the default wait, a cursor or a change stream a listener, Socket.IO, NATS, Mosquitto',
  ring: true,
  budget: { quick: 92, normal: 1_575, full: 6_430 },
  run: async (stage: Stage, effort: Effort, log: (line: string) => void): Promise<Findings> => {
    const { here, absent } = await brokersHere(log);
    const measured: Measured[] = [];
    for (const part of parts(effort, here)) {
      const rounds: Slice[][][] = [];
      for (let round = 1; round <= part.rounds; round++) {
        rounds.push(await playRound(stage, part, (what) => log(`round ${round}/${part.rounds}, ${what}`)));
      }
      for (const [index, rate] of part.rates.entries()) {
        const stretches = Array.from({ length: part.stretches }, (_, each) => index * part.stretches + each);
        const slices = rounds.flatMap((groups) =>
          stretches.map((stretch) => groups.map((group) => group[stretch]!)),
        );
        measured.push({ part, ...rate, slices });
      }
    }
    return findings(measured, absent);
  },
};

/** Names of the brokers that run here, and a line for each of those that don't. */
async function brokersHere(log: (line: string) => void) {
  const here = new Set<string>();
  const absent: string[] = [];
  for (const { name, program } of BROKERS) {
    if (await ifToBeHad(() => findProgram(program, log), absent, log)) here.add(name);
  }
  return { here, absent };
}

const load =
  ({ rate, seconds }: Rate): Load =>
  (run, publisher) =>
    publisher.call('paced', { run, rate, seconds });

/** Slices of each group of variants that run at the same time: for each rate so many. */
async function playRound(stage: Stage, part: Part, log: (what: string) => void): Promise<Slice[][]> {
  const { rates, variants, together, stretches, warmUp } = part;
  const groups: Slice[][] = [];
  for (const group of together ? [variants] : variants.map((variant) => [variant])) {
    const what = rates.map(({ rate, seconds }) => `${stretches} × ${seconds} s of ${rate}`).join(' and ');
    log(`${what} ticks/s: ${group.map(({ name }) => name).join(', ')}`);
    groups.push(
      await slices(stage, {
        variants: group,
        warmUp: load(warmUp),
        loads: rates.flatMap((rate) => Array.from({ length: stretches }, () => load(rate))),
        patienceMs: PATIENCE_MS,
      }),
    );
  }
  return groups;
}
