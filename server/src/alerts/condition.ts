import type { Condition, MoveWindow } from '@ticker/protocol';

export const WINDOW_MS: Readonly<Record<MoveWindow, number>> = {
  '10s': 10_000,
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
};

/** What a condition is compared with: the part of the index that it belongs to. */
export type Kind = Exclude<Condition['type'], 'moves'> | `moves ${MoveWindow}`;

export function kindOf(condition: Condition): Kind {
  return condition.type === 'moves' ? `moves ${condition.window}` : condition.type;
}

/** The number that it is compared with: a price, or of a move the part of one (5 % is 0.05). */
export function thresholdOf(condition: Condition): number {
  return condition.type === 'moves' ? condition.percent / 100 : condition.price;
}

/**
 * The length of time in which a price may move, in milliseconds; undefined for what looks at no other tick than this
 * and the one before.
 */
export function windowOf(kind: Kind): number | undefined {
  return kind.startsWith('moves ') ? WINDOW_MS[kind.slice('moves '.length) as MoveWindow] : undefined;
}

/** How far a price is from another one, up or down, as a part of that one. Both are positive. */
export function move(price: number, from: number): number {
  return Math.abs(price / from - 1);
}
