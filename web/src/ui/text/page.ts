import type { GapNote } from '../../store/board.ts';
import { formatCount } from '../format.ts';

/** A length of time as text, in whole seconds; `ms` in milliseconds. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${formatCount(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${formatCount(minutes)} min ${formatCount(seconds % 60)} s`;
  return `${formatCount(Math.floor(minutes / 60))} h ${formatCount(minutes % 60)} min`;
}

/** So many ticks as text. */
export function ticks(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'tick' : 'ticks'}`;
}

/** The words of the page that no file beside this has. Numbers come as text already, except counts. */
export const text = {
  brand: 'Ticker',
  skip: 'Skip to the chart',

  idle: 'Not started',
  connecting: 'Connecting',
  connectingAgain: 'Connecting again',
  problem: (problem: string) => `: the server says “${problem}”`,
  waitingFirst: 'Waiting for the first price',
  waitingNext: 'Waiting for the next price',
  live: 'Live',
  stale: 'Stale',
  quiet: (age: string) => `: no price for ${age}. Connected, waiting for the next`,
  silent: (age: string) => `: nothing received for ${age}. It will reconnect by itself`,
  standstill: {
    no_primary: 'Stale: the database’s primary is away',
    unreadable: 'Stale: the server cannot read the database',
  },
  standstillThen: (age: string) => `, no price for ${age}. It will go on by itself`,
  draining: 'Server restarting',
  drainingThen: (rest: string) => `: back in about ${rest}; prices still come`,
  reconnecting: 'Reconnecting',
  inTime: (rest: string) => ` in ${rest}`,
  offline: 'Offline',
  offlineThen: ': will reconnect',
  refused: 'Refused',
  refusedBad: ': this page is out of date',
  unauthorised: 'Unauthorised: token needed',
  forbidden: 'Forbidden to this token',
  retryNow: 'Retry now',
  state: 'Connection',
  reload: 'Reload',

  tokenTitle: 'This server asks for a token',
  tokenOther: 'This server asks for another token',
  says: (words: string) => `The server says “${words}”.`,
  tokenKept: 'A token is kept in a cookie that no script can read.',
  token: 'Access token',
  tokenSubmit: 'Continue',
  noAnswer: 'The server did not answer. Try again.',
  signOut: 'Sign out',

  noTicker: 'No ticker yet',
  /** In place of a value; what is missing is said beside it. */
  none: '–',
  noChange: 'no price before it',
  up: 'up',
  down: 'down',

  side: 'Beside the chart',
  sidePick: 'What to show',
  sides: { ticks: 'Ticks', alerts: 'Alerts', queue: 'Queue' },
  loading: 'Loading…',
  notLoaded: 'This part of the page could not be loaded. Reload the page.',

  recent: 'Recent ticks',
  columns: { time: 'Time', price: 'Price', change: 'Change', id: 'Id' },
  noTicks: 'None yet',
  shortId: (id: string) => (id.length > 6 ? `…${id.slice(-6)}` : id),

  gap: ({ reason, missed }: GapNote, time: string) => {
    const which = missed === null ? 'Ticks are' : `${ticks(missed)} ${missed === 1 ? 'is' : 'are'}`;
    const why = {
      slow_consumer: 'this page could not keep up',
      history_exceeded: 'this page was away for longer than the server remembers',
      upstream: 'the server lost its place in the topic',
    }[reason];
    return `${which} missing before ${time}${why ? `: ${why}` : ''}.`;
  },
  gapCount: (count: number) => `${formatCount(count)} gaps since this page was opened.`,
  dismiss: 'Dismiss',

  late: (count: number) => `${formatCount(count)} too old for the chart`,
  full: (count: number) => `Only ${formatCount(count)} tickers are held; there are more`,
  zone: (zone: string) => `Times are the publishers’, shown in ${zone}`,
} as const;
