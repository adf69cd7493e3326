import { Limits } from '@ticker/protocol';
import { BSON, ObjectId } from 'mongodb';

const { EJSON } = BSON;

const HEX_24 = /^[0-9a-f]{24}$/;

/**
 * The id of a document as it is on the wire: an ObjectId as its 24 hex digits, anything else as `~` and the
 * base64url of its canonical EJSON (PROTOCOL.md, "Ids").
 *
 * @returns undefined where the result is longer than 200 characters: such a document is no tick
 */
export function encodeId(id: unknown): string | undefined {
  if (id instanceof ObjectId) return id.toHexString();
  const ejson = EJSON.stringify(id, { relaxed: false });
  // Checked before encoding: an _id may be megabytes.
  if (ejson.length > Limits.idLength) return undefined;
  const text = `~${Buffer.from(ejson).toString('base64url')}`;
  return text.length > Limits.idLength ? undefined : text;
}

/**
 * The `_id` that an id on the wire stands for.
 *
 * @returns undefined where `text` is no id that {@link encodeId} makes
 */
export function decodeId(text: string): { id: unknown } | undefined {
  if (HEX_24.test(text)) return { id: ObjectId.createFromHexString(text) };
  if (!text.startsWith('~') || text.length > Limits.idLength) return undefined;
  try {
    return { id: EJSON.parse(Buffer.from(text.slice(1), 'base64url').toString(), { relaxed: false }) };
  } catch {
    return undefined;
  }
}
