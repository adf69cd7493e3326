import type { Spread } from '../measure/ratio.ts';

/** Milliseconds to a tenth, from 100 on to one. */
export function milliseconds(value: number): string {
  return value < 100 ? value.toFixed(1) : whole(value);
}

/** A whole number, thousands apart. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en').replaceAll(',', ' ');
}

/**
 * "0.81", or with more than one pair "0.81 (0.78–0.84)": the middle one, the smallest, the largest. "∞" where the other did
 * nothing at all in its time.
 */
export function ratio({ median, min, max }: Spread): string {
  const [middle, low, high] = [median, min, max].map((value) =>
    Number.isFinite(value) ? value.toPrecision(value < 1 ? 2 : 3) : '∞',
  );
  return low === high ? `${middle}` : `${middle} (${low}–${high})`;
}

/** "11 000 (10 400–11 200)"; below ten to a tenth. */
export function rate({ median, min, max }: Spread): string {
  const [middle, low, high] = [median, min, max].map((value) =>
    value < 10 ? value.toFixed(1) : whole(value),
  );
  return low === high ? `${middle}` : `${middle} (${low}–${high})`;
}

/** With fewer pairs than this, a ratio says how many there were. */
const ENOUGH_PAIRS = 5;

/** ", of 2 pairs", where a ratio is of few. */
export function fewPairs({ count }: Spread): string {
  return count < ENOUGH_PAIRS ? `, of ${count} pair${count === 1 ? '' : 's'}` : '';
}

/** "0.81 (0.78–0.84) ×", and where there were few pairs ", of 2 pairs". */
export function times(spread: Spread): string {
  return `${ratio(spread)} ×${fewPairs(spread)}`;
}

/** A sentence on how many rounds the ratios of a report are of. */
export function roundsNote(rounds: number): string {
  return rounds < ENOUGH_PAIRS
    ? `**Ratios are of ${rounds} round${rounds === 1 ? '' : 's'}**: a look.`
    : `Ratios are of ${rounds} rounds.`;
}

/** A sentence on slices in which a tail of ours opened its cursor anew; empty where none did. */
export function reopensNote(slices: readonly { readonly reopens: number }[]): string[] {
  const restless = slices.filter(({ reopens }) => reopens > 0).length;
  if (restless === 0) return [];
  return [
    `In ${restless} of ${slices.length} slices our tail opened its cursor anew, perhaps on the other secondary.`,
  ];
}

/** A budget of this project and what was measured: "met" or "missed" is for the reader to see at once. */
export function verdict(budget: string, measured: string, met: boolean): string {
  return `**Budget ${met ? 'met' : 'missed'}**: ${budget}; measured ${measured}.`;
}
