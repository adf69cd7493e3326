import type { Alert, Condition, ServerMessage, Tick } from '@ticker/protocol';

type Fields = Readonly<Record<string, unknown>>;

/** The last millisecond that a JavaScript Date can hold (ECMAScript, "Time Values"): Intl throws on later ones. */
const TIME_MAX = 8.64e15;

/**
 * Reads one frame of the server. Checked by hand and only as far as the feed relies on it: the schemas would bring a
 * validator into the page.
 *
 * @returns null for anything that is no message of version 1: broken JSON, an unknown type, a field of another kind.
 *   Unknown fields are ignored, and among ticks and alerts those that are none
 */
export function readFrame(text: unknown): ServerMessage | null {
  if (typeof text !== 'string') return null;
  try {
    const message: unknown = JSON.parse(text);
    return isFields(message) ? readMessage(message) : null;
  } catch {
    return null;
  }
}

function readMessage(fields: Fields): ServerMessage | null {
  const { type, id } = fields;
  if (type === 'ticks')
    return { type, ticks: readTicks(fields), conflated: Number(fields['conflated']) || 0 };
  if (type === 'snapshot') return { type, id: isNumber(id) ? id : null, ticks: readTicks(fields) };
  if (type === 'watching') return { type, id: isNumber(id) ? id : null, alerts: readAlerts(fields) };
  return SHAPES.get(type)?.(fields) ? (fields as unknown as ServerMessage) : null;
}

/** The messages that are passed on as they are, with what must hold for that. A Map: a type may be "constructor". */
const SHAPES: ReadonlyMap<unknown, (fields: Fields) => boolean> = new Map([
  ['welcome', ({ heartbeatMs }) => isNumber(heartbeatMs)],
  ['subscribed', ({ id, resumed }) => isNumber(id) && typeof resumed === 'boolean'],
  ['unsubscribed', ({ id }) => isNumber(id)],
  ['gap', ({ reason, missed }) => typeof reason === 'string' && isNumberOrNull(missed)],
  ['heartbeat', ({ last }) => last === null || typeof last === 'string'],
  ['error', ({ id, message }) => isNumberOrNull(id) && typeof message === 'string'],
  ['alert', ({ alert }) => isAlert(alert)],
  ['shutdown', ({ reconnectAfterMs }) => isNumber(reconnectAfterMs)],
] satisfies [string, (fields: Fields) => boolean][]);

function readTicks({ ticks }: Fields): Tick[] {
  return Array.isArray(ticks) ? ticks.filter((tick: unknown) => isTick(tick)) : [];
}

function isTick(value: unknown): value is Tick {
  if (!isFields(value)) return false;
  const { id, time, ticker, price } = value;
  return (
    typeof id === 'string' &&
    typeof ticker === 'string' &&
    isNumber(price) &&
    isNumber(time) &&
    Math.abs(time) <= TIME_MAX
  );
}

function readAlerts({ alerts }: Fields): Alert[] {
  return Array.isArray(alerts) ? alerts.filter((alert: unknown) => isAlert(alert)) : [];
}

function isAlert(value: unknown): value is Alert {
  if (!isFields(value)) return false;
  const { id, ticker, note, time, tick, condition } = value;
  return (
    [id, ticker, note].every((word) => typeof word === 'string') &&
    isNumber(time) &&
    Math.abs(time) <= TIME_MAX &&
    isTick(tick) &&
    isCondition(condition)
  );
}

/** One of a type that is not known yet, too: it has its price, or percentage, all the same. */
function isCondition(value: unknown): value is Condition {
  if (!isFields(value)) return false;
  const { type, price, percent, window } = value;
  return typeof type === 'string' && (isNumber(price) || (isNumber(percent) && typeof window === 'string'));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isNumberOrNull(value: unknown): value is number | null {
  return value === null || isNumber(value);
}
