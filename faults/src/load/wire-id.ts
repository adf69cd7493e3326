import { BSON, ObjectId } from 'mongodb';

/** A document's `_id` as PROTOCOL.md, "Ticks and ids", has it on the wire: written anew here, to be held against theirs. */
export function wireId(id: unknown): string {
  if (id instanceof ObjectId) return id.toHexString();
  return `~${Buffer.from(BSON.EJSON.stringify(id, { relaxed: false })).toString('base64url')}`;
}
