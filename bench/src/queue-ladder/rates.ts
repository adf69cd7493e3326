import { ratios, type Spread, spread } from '../measure/ratio.ts';
import type { WriteConcern } from '../queue/way.ts';
import type { WayName } from '../queue/ways.ts';
import type { Cell } from './cell.ts';
import { BASE } from './plan.ts';

/** A place in the ladder's table. */
export interface Place {
  readonly way: WayName;
  readonly w: WriteConcern;
  readonly workers: number;
}

/** The cells of a place, round by round. */
export function cellsAt(cells: readonly Cell[], { way, w, workers }: Place): Cell[] {
  return cells.filter((cell) => cell.way === way && cell.w === w && cell.workers === workers);
}

/** Jobs a second. @throws Error when it was not measured */
export function rateAt(cells: readonly Cell[], place: Place): Spread {
  return spread(cellsAt(cells, place).map((cell) => cell.rate));
}

/** To the article's method with its indexes, round by round. */
export function timesBase(cells: readonly Cell[], place: Place): Spread {
  const rates = (way: WayName) => cellsAt(cells, { ...place, way }).map((cell) => cell.rate);
  return ratios(rates(place.way), rates(BASE));
}
