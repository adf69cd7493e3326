import type { Condition } from '@ticker/protocol';

const WINDOWS = new Set<unknown>(['10s', '1m', '5m', '15m', '1h']);
const THRESHOLDS = new Set<unknown>(['above', 'below', 'crosses_up', 'crosses_down']);

/** Whether a value that came out of the database, where anybody may have put it, is a rule's condition. */
export function isCondition(value: unknown): value is Condition {
  if (typeof value !== 'object' || value === null) return false;
  const { type, price, percent, window } = value as Record<string, unknown>;
  return type === 'moves'
    ? isPositive(percent) && WINDOWS.has(window)
    : THRESHOLDS.has(type) && isPositive(price);
}

function isPositive(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}
