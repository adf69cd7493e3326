import type { ServerStatus } from '../../server-status/server-status.ts';
import { once } from '../../once.ts';
import { formatCount } from '../format.ts';
import { duration, ticks } from './page.ts';

const rates = once(() => new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 }));

const TAIL_WORDS: Record<ServerStatus['tail']['state'], string> = {
  filling: 'Filling: it is reading what the topic holds',
  live: 'Well',
  degraded: 'Degraded',
  stalled: 'Stalled',
  disconnected: 'Disconnected from the database',
};

const MEMBER_WORDS: Record<NonNullable<ServerStatus['tail']['memberState']>, string> = {
  PRIMARY: 'primary',
  SECONDARY: 'secondary',
  OTHER: 'neither primary nor secondary',
  UNKNOWN: 'not known what it is',
};

/** The words of the details panel. */
export const detailsText = {
  title: 'Details',
  heading: 'How this page is fed',
  read: 'Asked of the server every two seconds, as long as this is open.',
  loading: 'Asking the server…',
  problem: (words: string) => `The server’s details can’t be had just now. ${words}`,
  before: 'What follows is of before.',

  terms: {
    reading: 'Reading',
    member: 'Fed by',
    lag: 'Its lag',
    window: 'The ring lasts',
    topic: 'The ring holds',
    backlog: 'Server remembers',
    subscribers: 'Connections',
    rate: 'Server takes in',
    trouble: 'Since its start',
    version: 'Server',
  },

  reading: ({ state, why }: ServerStatus['tail']) =>
    why ? `${TAIL_WORDS[state]}: ${why}` : TAIL_WORDS[state],
  member: (member: string, state: ServerStatus['tail']['memberState']) =>
    `${member}, ${MEMBER_WORDS[state ?? 'UNKNOWN']}`,
  noMember: 'No member now',
  lag: (ms: number) => (ms < 1000 ? 'Less than two seconds' : `About ${duration(ms)}`),
  window: (seconds: number) => (seconds < 1 ? 'Less than a second' : `About ${duration(seconds * 1000)}`),
  windowShort: (seconds: number) =>
    `${detailsText.window(seconds)} only: whoever is away for longer misses ticks`,
  windowIdle: 'Not known while nothing arrives',
  topic: (count: number, max: number | null, bytes: number) =>
    `${ticks(count)}${max === null ? '' : ` of ${formatCount(max)}`}, ${rates().format(bytes / 2 ** 20)} MiB`,
  ticks,
  rate: (perSecond: number) => `${rates().format(perSecond)} ticks a second`,
  subscribers: formatCount,
  trouble: ({ reopens, gaps, badDocuments }: ServerStatus['tail']) =>
    `Gaps: ${formatCount(gaps)}. Cursors reopened: ${formatCount(reopens)}. Documents that are no tick: ${formatCount(badDocuments)}`,
  version: (version: string, worker: ServerStatus['worker']) =>
    worker ? `${version}, worker ${formatCount(worker.number)} of ${formatCount(worker.of)}` : version,
  draining: (version: string) => `${version}; about to stop`,
  unknown: 'Not known',
} as const;
