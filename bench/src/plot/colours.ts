/** Each colour on a light ground, and on a dark one: both with a contrast of 3 and more to the ground, texts of 4.5. */
const PAIRS = {
  ink: ['#1f2328', '#e6edf3'],
  faint: ['#59636e', '#9198a1'],
  grid: ['#d1d9e0', '#3d444d'],
  ours: ['#0969da', '#4493f8'],
  other: ['#8c959e', '#7d8590'],
  orange: ['#bc4c00', '#f0883e'],
  green: ['#1a7f37', '#3fb950'],
  purple: ['#8250df', '#ab7df8'],
  red: ['#cf222e', '#ff7b72'],
  teal: ['#1b7c83', '#39c5cf'],
  brown: ['#7d4e00', '#d29922'],
} as const;

export type ColourName = keyof typeof PAIRS;

/** As it is drawn: that on a light ground, which {@link darkStyle} replaces. */
export function colour(name: ColourName): string {
  return PAIRS[name][0];
}

/** Of series, in their order; ours has one of its own. */
export const SERIES_COLOURS: readonly ColourName[] = [
  'orange',
  'green',
  'purple',
  'red',
  'teal',
  'brown',
  'other',
];

/**
 * A style sheet by which a picture follows the reader's choice of dark or light, also inside an `img`. Rules are
 * stronger than an element's own attributes, so the drawing itself need not know of it.
 */
export function darkStyle(): string {
  const rules = Object.values(PAIRS).flatMap(([light, dark]) =>
    ['fill', 'stroke'].map((what) => `[${what}="${light}"]{${what}:${dark}}`),
  );
  return `<style>@media (prefers-color-scheme:dark){${rules.join('')}}</style>`;
}
