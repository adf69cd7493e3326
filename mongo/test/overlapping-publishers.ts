import { type Collection, type Document, ObjectId } from 'mongodb';
import { encodeId } from '../src/wire-id.ts';
import { seeded } from './seeded.ts';

const IN_FLIGHT = 16;
const TEN_MINUTES = 600_000;

/**
 * Three publishers at once whose inserts overlap, sixteen in flight each, with clocks ten minutes apart and ids that
 * run backwards: ObjectIds of a clock that is ahead, descending integers, random strings. A failed insert is tried
 * again with the same id, as a publisher must.
 *
 * @returns ids on the wire of all ticks whose majority write was acknowledged
 */
export async function publishOverlapping(
  collection: Collection<Document>,
  each: number,
  seed: number,
): Promise<string[]> {
  const random = seeded(seed);
  const acknowledged: string[] = [];
  const makers: ((n: number) => unknown)[] = [
    (n) => ObjectId.createFromTime(Math.floor(Date.now() / 1000) + 600 - 2 * n),
    (n) => seed * 1_000_000 - n,
    (n) => `${random()}-${n}`,
  ];
  const publisher = async (makeId: (n: number) => unknown, ticker: string, clock: number): Promise<void> => {
    let n = 0;
    const writer = async (): Promise<void> => {
      while (n < each) {
        const _id = makeId(n++) as never;
        const document = {
          _id,
          time: new Date(Date.now() + clock),
          ticker,
          price: Math.round(random() * 10_000) / 100,
        };
        await insert(collection, document);
        acknowledged.push(encodeId(_id)!);
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, writer));
  };
  await Promise.all(makers.map((makeId, index) => publisher(makeId, `P${index}`, (index - 1) * TEN_MINUTES)));
  return acknowledged;
}

async function insert(collection: Collection<Document>, document: Document): Promise<void> {
  for (;;) {
    try {
      await collection.insertOne(document, { writeConcern: { w: 'majority' } });
      return;
    } catch (error) {
      const { code } = error as { code?: number };
      if (code === 11_000) return;
      // An election: the driver waits for the next primary by itself.
    }
  }
}

/** How many of `second`'s ids stand elsewhere than in `first`, and by how much at most. */
export function displacement(
  first: readonly string[],
  second: readonly string[],
): { displaced: number; most: number } {
  const at = new Map(first.map((id, position) => [id, position]));
  let displaced = 0;
  let most = 0;
  for (const [position, id] of second.entries()) {
    const by = Math.abs((at.get(id) ?? position) - position);
    if (by > 0) displaced++;
    most = Math.max(most, by);
  }
  return { displaced, most };
}
