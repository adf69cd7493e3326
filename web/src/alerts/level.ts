import type { AlertRule } from '@ticker/protocol';
import type { Level } from '../chart/level.ts';

/** The prices at which armed rules of a ticker fire: those that a line on its chart stands for. */
export function levelsOf(rules: readonly AlertRule[], ticker: string | null): readonly Level[] {
  const prices = rules.flatMap((rule) =>
    rule.state === 'armed' && rule.ticker === ticker && 'price' in rule.condition
      ? [rule.condition.price]
      : [],
  );
  return [...new Set(prices)].toSorted((a, b) => b - a).map((price) => ({ price, set: true }));
}

/**
 * A price that was pointed at, without the digits that nobody pointed at.
 *
 * @param step how far prices are apart that can be told from each other: a pixel's height
 */
export function roundedTo(price: number, step: number): number {
  const digits = Math.round(-Math.log10(Math.abs(step)));
  if (!Number.isFinite(digits)) return price;
  const fixed = Math.min(Math.max(digits, 0), 12);
  return Number(price.toFixed(fixed));
}
