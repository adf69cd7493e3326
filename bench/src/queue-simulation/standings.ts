import { ratios, type Spread } from '../measure/ratio.ts';
import { UPSERT } from '../report/reason.ts';
import { beside, type Standing } from '../report/standing.ts';
import { histogram, of, type Operation, OPERATIONS, type Run } from './run.ts';

/** By what we are behind, where we are. */
const REASONS: Readonly<Record<Operation, string>> = {
  publish: UPSERT,
  fetch:
    'A claim of ours is three commands (find ids, mark them with a lease token, find what is marked), which pays where workers share them; the article’s is one.',
};

/** Theirs to ours, round by round. */
export function timesOf(runs: readonly Run[], operation: Operation, what: 'mean' | 'p99'): Spread {
  const [theirs, ours] = (['corrected', 'ours'] as const).map((mode) =>
    of(runs, mode).map((run) => histogram([run], operation).statistics()[what]),
  );
  return ratios(theirs!, ours!);
}

/** Ours beside the corrected way of the article, in the middle and at the end. */
export function simulationStandings(runs: readonly Run[]): Standing[] {
  return OPERATIONS.flatMap((operation) =>
    (['mean', 'p99'] as const).map((what) =>
      beside({
        what: `${operation}, 1 000 published and 300 fetched a second, ${what}`,
        peer: 'the article’s way, corrected',
        times: timesOf(runs, operation, what),
        reason: REASONS[operation],
      }),
    ),
  );
}
