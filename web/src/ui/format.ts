const usual = { minimumFractionDigits: 2, maximumFractionDigits: 4 } as const;
const small = { minimumFractionDigits: 2, maximumFractionDigits: 8 } as const;
const extreme = { notation: 'scientific', maximumFractionDigits: 3 } as const;

const prices = formats('auto');
const changes = formats('exceptZero');
const percents = new Intl.NumberFormat(undefined, {
  style: 'percent',
  signDisplay: 'exceptZero',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
/** 24 hours wherever: a column of times reads better without AM and PM. */
const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
const seconds = new Intl.DateTimeFormat(undefined, clock);
const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'short' });
const dated = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const millis = new Intl.DateTimeFormat(undefined, { ...clock, fractionalSecondDigits: 3 });

/** A price as text: 2 to 4 decimals, up to 8 below 1, powers of ten where that would be too long for a page. */
export function formatPrice(price: number): string {
  return pick(prices, price).format(price);
}

/** A difference of prices as text, with its sign. */
export function formatChange(change: number): string {
  return pick(changes, change).format(change);
}

/** A share (0.01 is one per cent) as text, with its sign. */
export function formatPercent(share: number): string {
  return percents.format(share);
}

/** A time of day as text; the date too where it isn't today's. `time` in milliseconds since 1970. */
export function formatTime(time: number): string {
  return (days.format(time) === days.format(Date.now()) ? seconds : dated).format(time);
}

/** A time of day with its milliseconds as text; the date too where it isn't today's: replayed prices may be years old. */
export function formatMillis(time: number): string {
  return (days.format(time) === days.format(Date.now()) ? millis : dated).format(time);
}

type Formats = Readonly<Record<'usual' | 'small' | 'extreme', Intl.NumberFormat>>;

function formats(signDisplay: 'auto' | 'exceptZero'): Formats {
  return {
    usual: new Intl.NumberFormat(undefined, { ...usual, signDisplay }),
    small: new Intl.NumberFormat(undefined, { ...small, signDisplay }),
    extreme: new Intl.NumberFormat(undefined, { ...extreme, signDisplay }),
  };
}

function pick({ usual: middling, small: little, extreme: huge }: Formats, value: number): Intl.NumberFormat {
  const size = Math.abs(value);
  if (size >= 1e12 || (size < 1e-6 && size > 0)) return huge;
  return size < 1 ? little : middling;
}
