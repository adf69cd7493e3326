import { LineStyle, type PriceLineOptions } from 'lightweight-charts';
import { PRICE_MAX } from './point.ts';

/** A price that the chart has a line for. */
export interface Level {
  readonly price: number;
  /** An alert is set there; else one is only offered. */
  readonly set: boolean;
}

/** Those that the chart can hold. */
export function drawable(levels: readonly Level[]): readonly Level[] {
  return levels.filter(({ price }) => Math.abs(price) <= PRICE_MAX);
}

/** Whether two lists of levels are drawn the same. */
export function sameLevels(a: readonly Level[], b: readonly Level[]): boolean {
  return (
    a.length === b.length && a.every(({ price, set }, at) => price === b[at]?.price && set === b[at].set)
  );
}

/** How a level is drawn. `colour` in hex. */
export function levelOptions({ price, set }: Level, colour: string): PriceLineOptions {
  return {
    price,
    color: colour,
    lineWidth: 1,
    lineStyle: set ? LineStyle.LargeDashed : LineStyle.Dashed,
    lineVisible: true,
    axisLabelVisible: true,
    axisLabelColor: colour,
    axisLabelTextColor: '',
    title: '',
  };
}
