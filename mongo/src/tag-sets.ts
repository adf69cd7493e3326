/** Tags that a member must have, all of them. The empty set is any member. */
export type TagSet = Readonly<Record<string, string>>;

/** What is asked of members where nothing is said. */
export const ANY_MEMBER: readonly TagSet[] = [{}];

/**
 * Reads a list of tag sets, in order of preference, in the manner of `readPreferenceTags`: names and values of a set
 * are separated by commas, sets by semicolons. "region:eu,usage:ticker;region:eu;" asks for both tags, else for the
 * one, else for any member.
 *
 * @throws Error of one line that names what is no tag
 */
export function parseTagSets(text: string): TagSet[] {
  return text.split(';').map((set) =>
    Object.fromEntries(
      set
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== '')
        .map((tag) => {
          const [, name, value] = /^([^:]+):(.+)$/.exec(tag) ?? [];
          if (name === undefined || value === undefined)
            throw new Error(`"${tag}" is no tag: write name:value`);
          return [name.trim(), value.trim()];
        }),
    ),
  );
}

/** The place of the first set that a member's tags meet, 0 being the most wanted; Infinity: none. */
export function rankOf(tags: Readonly<Record<string, string>>, sets: readonly TagSet[]): number {
  const rank = sets.findIndex((set) => Object.entries(set).every(([name, value]) => tags[name] === value));
  return rank === -1 ? Infinity : rank;
}
