import { ObjectId } from 'mongodb';

const HEX_24 = /^[0-9a-f]{24}$/;

/** The `_id` of a rule; undefined where the text is the id of none. */
export function ruleId(id: string): ObjectId | undefined {
  return HEX_24.test(id) ? ObjectId.createFromHexString(id) : undefined;
}
