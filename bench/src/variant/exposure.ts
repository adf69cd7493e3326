import type { Reception } from '../load/audience.ts';
import type { PacedCalls } from '../load/paced.ts';
import type { Published } from '../load/published.ts';
import type { Remote } from '../stage/remote.ts';
import type { Stage } from '../stage/stage.ts';
import type { Open } from './variant.ts';

/** Publishes something as this run, by this publisher: the stage's, or that of a variant that has its own. */
export type Load = (run: number, publisher: Remote<PacedCalls>) => Promise<Published>;

/** What came of a load. */
export interface Exposure {
  /** What the stage's publisher published; where it did nothing, what a variant's own did. */
  readonly published: Published;
  /** By the variant's name. */
  readonly receptions: Readonly<Record<string, Reception>>;
}

/**
 * Puts all that are open under a load, once each publisher, and waits until every listener has every tick.
 *
 * @param patienceMs how long to wait for the last one
 */
export async function expose(
  stage: Stage,
  opened: ReadonlyMap<string, Open>,
  load: Load,
  patienceMs: number,
): Promise<Exposure> {
  const run = stage.nextRun();
  const publisherOf = ({ publisher }: Open): Remote<PacedCalls> => publisher ?? stage.publisher;
  await Promise.all([...opened.values()].map(({ remote }) => remote.call('expect', run)));
  // The stage's publisher first, where it takes part.
  const publishers = new Set([...opened.values()].map(publisherOf));
  const all =
    publishers.size === 0 || publishers.has(stage.publisher)
      ? new Set([stage.publisher, ...publishers])
      : publishers;
  const published = new Map(
    await Promise.all([...all].map(async (publisher) => [publisher, await load(run, publisher)] as const)),
  );
  const receptions = await Promise.all(
    [...opened].map(async ([name, open]) => {
      const { counts } = published.get(publisherOf(open))!;
      return [name, await open.remote.call('collect', { published: counts, patienceMs })] as const;
    }),
  );
  return { published: [...published.values()][0]!, receptions: Object.fromEntries(receptions) };
}
