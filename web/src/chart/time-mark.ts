import { TickMarkType, type Time } from 'lightweight-charts';
import { once } from '../once.ts';
import { momentOf } from '../store/bar.ts';

const year = once(() => new Intl.DateTimeFormat(undefined, { year: 'numeric' }));
const month = once(() => new Intl.DateTimeFormat(undefined, { month: 'short' }));
const day = once(() => new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' }));
/** 24 hours, as everywhere on the page. */
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const minute = once(() => new Intl.DateTimeFormat(undefined, clock));
const second = once(() => new Intl.DateTimeFormat(undefined, { ...clock, second: '2-digit' }));

const marks: Readonly<Record<TickMarkType, () => Intl.DateTimeFormat>> = {
  [TickMarkType.Year]: year,
  [TickMarkType.Month]: month,
  [TickMarkType.DayOfMonth]: day,
  [TickMarkType.Time]: minute,
  [TickMarkType.TimeWithSeconds]: second,
};

/** A time on the axis as text, in local time: the chart by itself takes all times as UTC. */
export function timeMark(time: Time, type: TickMarkType): string {
  // Our points carry seconds since 1970; the chart's other kinds of time do not occur.
  return marks[type]().format(momentOf(Number(time)));
}
