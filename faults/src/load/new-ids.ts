import { ObjectId } from 'mongodb';

const AHEAD = Math.floor(Date.now() / 1000) + 600;

/**
 * Ways to make `_id`s that publishers have: none of them says anything about order. ObjectIds of a clock that is right; of
 * one that is ten minutes ahead and runs backwards; numbers that go down; strings by chance.
 */
export const ID_MAKERS: readonly ((number: number, random: () => number) => unknown)[] = [
  () => new ObjectId(),
  (number) => ObjectId.createFromTime(AHEAD - number),
  (number) => -number,
  (number, random) => `${random().toString(36).slice(2)}-${number}`,
];
