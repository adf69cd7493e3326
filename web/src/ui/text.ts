import type { GapNote } from '../store/board.ts';
import type { Interval } from '../store/interval.ts';

const counts = new Intl.NumberFormat();

/** A length of time as text, in whole seconds; `ms` in milliseconds. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${counts.format(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

/** Every word of the page, in one place. Numbers come as text already, except counts. */
export const text = {
  brand: 'Ticker',

  idle: 'Not started',
  connecting: 'Connecting',
  connectingAgain: 'Connecting again',
  problem: (problem: string) => `: the server says “${problem}”`,
  waitingFirst: 'Waiting for the first price',
  waitingNext: 'Waiting for the next price',
  live: 'Live',
  stale: 'Stale',
  quiet: (age: string) => `: no price for ${age}`,
  silent: (age: string) => `: nothing received for ${age}`,
  reconnecting: 'Reconnecting',
  inTime: (rest: string) => ` in ${rest}`,
  offline: 'Offline',
  offlineThen: ': will reconnect',
  refused: 'Refused',
  refusedBad: ': this page is out of date',
  unauthorised: 'Unauthorised: token needed',
  forbidden: 'Forbidden to this token',
  retryNow: 'Retry now',
  reload: 'Reload',

  tokenTitle: 'This server asks for a token',
  tokenOther: 'This server asks for another token',
  says: (words: string) => `The server says “${words}”.`,
  tokenKept: 'A token is kept in a cookie that no script can read.',
  token: 'Access token',
  tokenSubmit: 'Continue',
  noAnswer: 'The server did not answer. Try again.',
  signOut: 'Sign out',

  ticker: 'Ticker',
  noTicker: 'No ticker yet',
  noPrice: '–',
  up: 'up',
  down: 'down',
  lastChange: 'Last tick',
  changeSince: (time: string) => `Since ${time}`,
  lastTime: 'Time',
  noPriceFor: (ticker: string, age: string) => `No ${ticker} price for ${age}`,

  chartName: (ticker: string, interval: Interval, kind: string) =>
    `${ticker}, ${kind} of ${interval}. The latest prices are in the table of recent ticks.`,
  chartEmpty: 'The chart begins with the first price.',
  chartGap: 'gap',
  interval: 'Length of a bar',
  kind: 'Chart style',
  kinds: { line: 'Line', candles: 'Candles' },
  follow: 'Go to latest',

  side: 'Beside the chart',
  sides: { ticks: 'Ticks', alerts: 'Alerts', queue: 'Queue' },
  loading: 'Loading…',
  notLoaded: 'This part of the page could not be loaded. Reload the page.',

  recent: 'Recent ticks',
  columns: { time: 'Time', price: 'Price', change: 'Change', id: 'Id' },
  noTicks: 'None yet',
  shortId: (id: string) => (id.length > 6 ? `…${id.slice(-6)}` : id),

  gap: ({ reason, missed }: GapNote, time: string) => {
    const ticks =
      missed === null ? 'Ticks are' : missed === 1 ? '1 tick is' : `${counts.format(missed)} ticks are`;
    const why = {
      slow_consumer: 'this page could not keep up',
      history_exceeded: 'this page was away for longer than the server remembers',
      upstream: 'the server lost its place in the topic',
    }[reason];
    return `${ticks} missing before ${time}${why ? `: ${why}` : ''}.`;
  },
  gapCount: (count: number) => `${counts.format(count)} gaps since this page was opened.`,
  dismiss: 'Dismiss',

  late: (count: number) => `${counts.format(count)} too old for the chart`,
  full: (count: number) => `Only ${counts.format(count)} tickers are held; there are more`,
  zone: (zone: string) => `Times are the publishers’, shown in ${zone}`,
} as const;
