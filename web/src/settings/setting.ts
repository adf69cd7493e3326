import { type Interval, INTERVAL_NAMES } from '../store/interval.ts';

/** Tickers as the protocol has them; the page takes none else out of an address. */
export { isTicker } from '@ticker/protocol';

/** What may be chosen, in the order in which it is offered; the first is the default. */
export const CHOICES = {
  interval: INTERVAL_NAMES,
  kind: ['line', 'candles'],
  side: ['ticks', 'alerts', 'queue'],
  theme: ['system', 'light', 'dark'],
  density: ['comfortable', 'compact'],
} as const;

/** What is not followed by the system is one of these. */
export type Theme = (typeof CHOICES.theme)[number];

/** How much room rows and cards take. */
export type Density = (typeof CHOICES.density)[number];

/** What stands beside the chart. */
export type SideName = (typeof CHOICES.side)[number];

/** All that a person chooses about the page. */
export interface Settings {
  /** The ticker to show; null: whichever comes first. */
  readonly ticker: string | null;
  readonly interval: Interval;
  readonly kind: (typeof CHOICES.kind)[number];
  /** The chart as a table. */
  readonly table: boolean;
  readonly side: SideName;
  readonly theme: Theme;
  readonly density: Density;
  /** The data saver: of what comes faster than it can be sent, only the newest of each ticker. */
  readonly saver: boolean;
  /** Whether single keys are shortcuts (WCAG 2.2, 2.1.4: there has to be a way to turn them off). */
  readonly keys: boolean;
  /** Whether prices are spoken, every 15 s. */
  readonly speak: boolean;
}

/** What a page has that was never told otherwise. */
export const DEFAULTS: Settings = {
  ticker: null,
  interval: '1s',
  kind: 'line',
  table: false,
  side: 'ticks',
  theme: 'system',
  density: 'comfortable',
  saver: false,
  keys: true,
  // ARIA has a role for stock tickers, marquee, and it is silent by default: what changes all the time talks over the
  // screen reader's own words, and wipes a braille display while it is read. What is new about the state is always said,
  // with the price; whoever wants a price every 15 s turns it on, once.
  speak: false,
};

/** Kept in the address, so that a link opens the same view. */
export const IN_ADDRESS = [
  'ticker',
  'interval',
  'kind',
  'table',
  'side',
  'theme',
  'density',
  'saver',
] as const satisfies readonly (keyof Settings)[];

/** A person's own, kept by the browser for every view. */
export const PERSONAL = [
  'theme',
  'density',
  'saver',
  'keys',
  'speak',
] as const satisfies readonly (keyof Settings)[];
