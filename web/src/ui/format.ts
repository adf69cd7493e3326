import { once } from '../once.ts';
import { momentOf } from '../store/bar.ts';

const usual = { minimumFractionDigits: 2, maximumFractionDigits: 4 } as const;
const small = { minimumFractionDigits: 2, maximumFractionDigits: 8 } as const;
const extreme = { notation: 'scientific', maximumFractionDigits: 3 } as const;

const prices = formats('auto');
const counts = once(() => new Intl.NumberFormat());
const changes = formats('exceptZero');
const percents = once(
  () =>
    new Intl.NumberFormat(undefined, {
      style: 'percent',
      signDisplay: 'exceptZero',
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    }),
);
const plain = [decimals(0), decimals(1)] as const;
/** 24 hours wherever: a column of times reads better without AM and PM. */
const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
const seconds = once(() => new Intl.DateTimeFormat(undefined, clock));
const days = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'short' }));
const dated = once(
  () =>
    new Intl.DateTimeFormat(undefined, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
);
const datedSeconds = once(
  () =>
    new Intl.DateTimeFormat(undefined, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      ...clock,
    }),
);
const millis = once(() => new Intl.DateTimeFormat(undefined, { ...clock, fractionalSecondDigits: 3 }));

/** Where all times are shown: "Europe/Berlin". */
export function timeZone(): string {
  return seconds().resolvedOptions().timeZone;
}

/** A price as text: 2 to 4 decimals, up to 8 below 1, powers of ten where that would be too long for a page. */
export function formatPrice(price: number): string {
  return pick(prices, price).format(price);
}

/** A whole number as text. */
export function formatCount(count: number): string {
  return counts().format(count);
}

/** A difference of prices as text, with its sign. */
export function formatChange(change: number): string {
  return pick(changes, change).format(change);
}

/** A share (0.01 is one per cent) as text, with its sign. */
export function formatPercent(share: number): string {
  return percents().format(share);
}

/** A number as text, with so many decimals. */
export function formatNumber(number: number, decimals: 0 | 1): string {
  return plain[decimals]().format(number);
}

/** A time of day as text; the date too where it isn't today's. `time` in milliseconds since 1970. */
export function formatTime(time: number): string {
  return (isToday(time) ? seconds : dated)().format(time);
}

/** A time of day with its milliseconds as text; the date too where it isn't today's: replayed prices may be years old. */
export function formatMillis(time: number): string {
  return (isToday(time) ? millis : dated)().format(time);
}

/** When a bar begins as text, to the second, with its date where it isn't today's. `time` in seconds since 1970. */
export function formatBarTime(time: number): string {
  const moment = momentOf(time);
  return (isToday(moment) ? seconds : datedSeconds)().format(moment);
}

/** When a bar begins as text, to the second, always with its date. `time` in seconds since 1970. */
export function formatBarDate(time: number): string {
  return datedSeconds().format(momentOf(time));
}

function isToday(time: number): boolean {
  return days().format(time) === days().format(Date.now());
}

type Formats = Readonly<Record<'usual' | 'small' | 'extreme', () => Intl.NumberFormat>>;

function formats(signDisplay: 'auto' | 'exceptZero'): Formats {
  return {
    usual: once(() => new Intl.NumberFormat(undefined, { ...usual, signDisplay })),
    small: once(() => new Intl.NumberFormat(undefined, { ...small, signDisplay })),
    extreme: once(() => new Intl.NumberFormat(undefined, { ...extreme, signDisplay })),
  };
}

function decimals(digits: number): () => Intl.NumberFormat {
  return once(
    () => new Intl.NumberFormat(undefined, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  );
}

function pick({ usual: middling, small: little, extreme: huge }: Formats, value: number): Intl.NumberFormat {
  const size = Math.abs(value);
  if (size >= 1e12 || (size < 1e-6 && size > 0)) return huge();
  return size < 1 ? little() : middling();
}
