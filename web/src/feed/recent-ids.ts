const CHUNK = 512;
const SEALED = 7;

/** Ids remembered at most. A resume goes back 128 positions and a snapshot holds 1000 ticks: this covers both. */
export const RECENT_MAX = CHUNK * (SEALED + 1);

/**
 * The ids handed on last, in the order of delivery: at least the last 3584, at most 4096. Immutable, as all of the
 * feed's state. In chunks, because a copy of one set of 4096 for every frame costs ten times a copy of the open chunk.
 */
export interface RecentIds {
  /** Full chunks, oldest first. */
  readonly sealed: readonly ReadonlySet<string>[];
  readonly open: ReadonlySet<string>;
}

/** No ids. */
export const NO_IDS: RecentIds = { sealed: [], open: new Set() };

/** Whether `id` was handed on, as far as is remembered. */
export function hasId({ sealed, open }: RecentIds, id: string): boolean {
  return open.has(id) || sealed.some((chunk) => chunk.has(id));
}

/** The window with these ids added as the newest; the oldest are forgotten. */
export function withIds(recent: RecentIds, ids: readonly string[]): RecentIds {
  let { sealed } = recent;
  let open = new Set(recent.open);
  for (const id of ids) {
    if (open.size === CHUNK) {
      sealed = [...sealed, open].slice(-SEALED);
      open = new Set();
    }
    open.add(id);
  }
  return { sealed, open };
}

/** The newest `count` ids, oldest first. `count` is at most one chunk, 512. */
export function newestIds({ sealed, open }: RecentIds, count: number): string[] {
  return [...(sealed.at(-1) ?? []), ...open].slice(-count);
}

/** The items whose ids were not handed on yet, each id once. */
export function withoutRecent<T extends { readonly id: string }>(
  recent: RecentIds,
  items: readonly T[],
): readonly T[] {
  const taken = new Set<string>();
  return items.filter(({ id }) => {
    if (taken.has(id) || hasId(recent, id)) return false;
    taken.add(id);
    return true;
  });
}
