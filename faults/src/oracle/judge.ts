import { Book } from './book.ts';
import { counts } from './count.ts';
import { doubled } from './double.ts';
import type { Evidence } from './evidence.ts';
import { hasty } from './heartbeat.ts';
import { journey } from './journey.ts';
import { linesOf, reordered } from './line.ts';
import { lost } from './loss.ts';
import { misplaced } from './order.ts';
import { secondsToRecover, type Span } from './recovery.ts';
import { story } from './story.ts';

/** What the oracle says of a play. */
export interface Verdict {
  /** Ticks whose majority write was acknowledged. */
  readonly acknowledged: number;
  /** Ticks that came, to all subscribers together. */
  readonly delivered: number;
  /** Ticks that did not come, and that no gap tells of; by subscriber, as all that follows. */
  readonly lost: number;
  readonly doubled: number;
  readonly phantom: number;
  readonly misplaced: number;
  readonly miscounted: number;
  /** Gaps that subscribers were told of. */
  readonly gaps: number;
  /** By their reason. */
  readonly reasons: Readonly<Record<string, number>>;
  /** How many `missed` and `conflated` could be checked. */
  readonly checked: { readonly missed: number; readonly conflated: number };
  /** From the fault to the last late tick. */
  readonly recoverySeconds: number;
  /** A line for each wrong, at most a few of each kind. */
  readonly complaints: readonly string[];
}

/** Lines of one kind that are told. */
const SHOWN = 5;

/**
 * Judges a play by the invariants of ARCHITECTURE.md, from what its publishers, its subscribers and the collection say.
 *
 * @param span from when it is asked how long things took to be well again
 */
export function judge(evidence: Evidence, span?: Span): Verdict {
  const book = new Book(evidence);
  const journeys = evidence.recordings.map(journey);
  const stories = journeys.map(story);
  const lines = linesOf(journeys);
  const counted = counts(journeys, lines);
  const of = (what: string, find: (index: number) => string[]): string[] =>
    journeys.flatMap(({ name }, index) => find(index).map((line) => `${name}: ${what}: ${line}`));
  const wrongs = {
    lost: of('lost', (index) => lost(stories[index]!, book)),
    doubled: of('doubled', (index) => doubled(journeys[index]!)),
    phantom: of('phantom', (index) =>
      stories[index]!.ticks.flatMap(({ tick }) => {
        const why = book.phantom(tick);
        return why === undefined ? [] : [`${tick.id}: ${why}`];
      }),
    ),
    misplaced: [...of('order', (index) => misplaced(stories[index]!, book)), ...reordered(journeys, lines)],
    miscounted: [...counted.wrong, ...hasty(journeys, lines)],
    vanished: book.vanished.map((id) => `${id} was acknowledged, and the set has lost it`),
  };
  const gaps = stories.flatMap((one) => one.gaps);
  const reasons: Record<string, number> = {};
  for (const { reason } of gaps) reasons[reason] = (reasons[reason] ?? 0) + 1;
  return {
    acknowledged: book.acknowledged,
    delivered: stories.reduce((sum, { delivered }) => sum + delivered, 0),
    lost: wrongs.lost.length,
    doubled: wrongs.doubled.length,
    phantom: wrongs.phantom.length,
    misplaced: wrongs.misplaced.length,
    miscounted: wrongs.miscounted.length,
    gaps: gaps.length,
    reasons,
    checked: { missed: counted.missed, conflated: counted.conflated },
    recoverySeconds: span ? secondsToRecover(stories, book, span) : 0,
    complaints: Object.values(wrongs).flatMap(shown),
  };
}

function shown(lines: readonly string[]): readonly string[] {
  return lines.length > SHOWN ? lines.slice(0, SHOWN).concat(`… and ${lines.length - SHOWN} more`) : lines;
}
