import type { Bar } from '../../store/bar.ts';
import type { Interval } from '../../store/interval.ts';
import { formatCount, formatPrice } from '../format.ts';
import { ticks } from './page.ts';

const missing = ({ gap, missed = null }: Bar): string => {
  const where = gap === 'before' ? 'before it' : 'within it';
  if (missed === null) return `ticks are missing ${where}`;
  // The gap is of all tickers: nobody knows how many of them were this one's.
  return `${ticks(missed)} of all tickers ${missed === 1 ? 'is' : 'are'} missing ${where}`;
};

/** A length as one says it: its letter alone is read as a letter. */
const LENGTHS: Readonly<Record<Interval, string>> = {
  '1s': '1 second',
  '5s': '5 seconds',
  '15s': '15 seconds',
  '1m': '1 minute',
  '5m': '5 minutes',
  '1h': '1 hour',
};

/** Every word of the chart. Numbers and times come as text already, except counts and prices of a bar. */
export const chartText = {
  lengths: LENGTHS,
  name: (ticker: string, interval: Interval, kind: string) => `${ticker}, ${kind} of ${LENGTHS[interval]}`,
  asTable: (ticker: string) => `${ticker} as a table`,
  tableName: (ticker: string, interval: Interval) => `${ticker}, bars of ${LENGTHS[interval]}`,
  help: 'Left and right arrow keys read the bars in turn, Page Up and Page Down ten at a time, Home and End the first and the newest. Plus and minus change how many bars are seen. Escape leaves.',
  empty: 'The chart begins with the first price.',
  loading: 'Loading the chart…',
  notLoaded: 'The chart could not be loaded. Prices go on.',
  notLoadedAgain: 'The chart could not be loaded again. The server may have a newer version of this page.',
  broken: 'The chart has failed. Prices go on; the bars can be read as a table.',
  reload: 'Reload the page',

  // Short: it stands over the middle of the newest bar, and what is wider than the space right of it twice is cut.
  gap: (missed: number | null) => (missed === null ? 'gap' : `${formatCount(missed)} missing`),
  counts: 'Ticks',
  interval: 'Length of a bar',
  kind: 'Chart style',
  kinds: { line: 'Line', candles: 'Candles' },
  live: 'Go to live',

  tools: 'Chart tools',
  table: 'Show as table',
  save: 'Save picture',
  notSaved: 'The picture could not be made.',
  noPicture: 'No picture: the chart is not drawn.',
  fullscreen: 'Full screen',
  leaveFullscreen: 'Leave full screen',
  filled: 'This browser allows no full screen here: the chart fills the window. Escape leaves.',
  fileName: (ticker: string, interval: Interval, time: string) => `${ticker}-${interval}-${time}.png`,
  caption: (ticker: string, interval: Interval, kind: string, time: string) =>
    `${ticker} · ${kind} of ${interval} · ${time}`,

  loadingOlder: 'Loading older prices…',
  noOlder: 'The topic begins here',
  full: 'No older prices are held. A longer bar shows more of the past.',
  failed: (said: string | null) =>
    said === null
      ? 'Older prices could not be loaded: the server did not answer.'
      : `Older prices could not be loaded: the server says “${said}”.`,
  again: 'Try again',

  bar: { open: 'Open', high: 'High', low: 'Low', close: 'Close', count: 'Ticks', gap: 'Gap', time: 'Time' },
  /** A bar as one hears it. */
  spoken: (bar: Bar, time: string) => {
    const [open, high, low, close] = [bar.open, bar.high, bar.low, bar.close].map(formatPrice);
    const said = `${time}, open ${open}, high ${high}, low ${low}, close ${close}, ${ticks(bar.count)}`;
    return bar.gap ? `${said}; ${missing(bar)}` : said;
  },
  /** What is shown after it was zoomed. */
  inSight: (count: number, from: string, to: string) =>
    count === 1 ? `Showing 1 bar, ${from}` : `Showing ${formatCount(count)} bars, ${from} to ${to}`,
  first: 'The topic begins here.',
  missingShort: ({ gap, missed = null }: Bar) =>
    gap ? (missed === null ? 'ticks missing' : `${formatCount(missed)} missing`) : '',
  tableCaption: (ticker: string, interval: Interval, count: number) =>
    `${ticker}, bars of ${LENGTHS[interval]}: the newest ${formatCount(count)}, newest first. Renewed every second.`,
  noBars: 'None yet',
} as const;
