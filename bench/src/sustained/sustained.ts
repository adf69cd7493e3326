import type { Scenario } from '../scenario.ts';
import { type Load, type Slice, slices } from '../variant/slice.ts';
import type { Variant } from '../variant/variant.ts';
import { BATCH, OURS, plan, PUBLISHERS } from './plan.ts';
import { findings } from './report.ts';

/** A reader that the ring overtakes is told at once, so that this is waited out for lost ticks only. */
const PATIENCE_MS = 15_000;

export const sustained: Scenario = {
  name: 'sustained',
  summary:
    'Ticks/s into a full ring that 100 subscribers all get, as a share of what the bare driver inserts',
  ring: true,
  budget: { quick: 60, normal: 420, full: 1_500 },
  run: async (stage, effort, log) => {
    const { rounds, seconds, warmUpSeconds } = plan(effort);
    const pairs = PUBLISHERS.map((publishers) => ({
      publishers,
      ours: [] as Slice[],
      bare: [] as Slice[],
    }));
    const load =
      (publishers: number, length: number): Load =>
      (run) =>
        stage.publisher.call('flatOut', { run, publishers, batch: BATCH, seconds: length });
    const play = (variants: readonly Variant[], order: readonly { publishers: number }[]) =>
      slices(stage, {
        variants,
        warmUp: load(1, warmUpSeconds),
        loads: order.map(({ publishers }) => load(publishers, seconds)),
        patienceMs: PATIENCE_MS,
      });
    for (let round = 0; round < rounds; round++) {
      log(
        `round ${round + 1}/${rounds}, ${PUBLISHERS.join(', ')} publishers, ${seconds} s each: ours, then bare`,
      );
      // There and back, the other way round in the next round: so that none is always the furthest from its neighbour.
      const there = round % 2 === 0 ? pairs : pairs.toReversed();
      const back = there.toReversed();
      const ours = await play([OURS], there);
      for (const [index, pair] of there.entries()) pair.ours.push(ours[index]!);
      // No server runs then. One that is merely stopped (SIGSTOP) would leave its cursor to mongod, and its sockets
      // to the kernel.
      const bare = await play([], back);
      for (const [index, pair] of back.entries()) pair.bare.push(bare[index]!);
    }
    return findings(pairs, seconds);
  },
};
