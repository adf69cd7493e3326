import type { ClientMessage } from '@ticker/protocol';
import { Subscribe, Unsubscribe, Watch } from '@ticker/protocol/schemas';
import { Compile } from 'typebox/compile';

const validators = {
  subscribe: Compile(Subscribe),
  unsubscribe: Compile(Unsubscribe),
  watch: Compile(Watch),
};

/** A message that can't be understood: the id to echo, where it could be read, and what is wrong with it. */
export interface BadMessage {
  readonly type: 'bad';
  readonly id: number | null;
  readonly message: string;
}

/**
 * Reads a client's message. Fields that the protocol does not know are ignored.
 *
 * @param text what came over the wire
 * @returns the message, or what is wrong with it; never throws
 */
export function decode(text: string): ClientMessage | BadMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return bad(null, 'not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return bad(null, 'not a JSON object');
  const { type, id } = value as { type?: unknown; id?: unknown };
  const echo = Number.isSafeInteger(id) && Number(id) >= 0 ? Number(id) : null;
  if (type !== 'subscribe' && type !== 'unsubscribe' && type !== 'watch') {
    return bad(echo, 'type must be "subscribe", "unsubscribe" or "watch"');
  }
  const validator = validators[type];
  if (validator.Check(value)) return value;
  const [error] = validator.Errors(value);
  const where = error?.instancePath.slice(1).replaceAll('/', '.');
  return bad(echo, `${where ? `${where} ` : ''}${error?.message ?? 'is not valid'}`);
}

function bad(id: number | null, message: string): BadMessage {
  return { type: 'bad', id, message };
}
