import { TickMarkType, type Time } from 'lightweight-charts';

const year = new Intl.DateTimeFormat(undefined, { year: 'numeric' });
const month = new Intl.DateTimeFormat(undefined, { month: 'short' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
/** 24 hours, as everywhere on the page. */
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const minute = new Intl.DateTimeFormat(undefined, clock);
const second = new Intl.DateTimeFormat(undefined, { ...clock, second: '2-digit' });
const date = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const full = new Intl.DateTimeFormat(undefined, { ...date, ...clock, second: '2-digit' });

const marks: Readonly<Record<TickMarkType, Intl.DateTimeFormat>> = {
  [TickMarkType.Year]: year,
  [TickMarkType.Month]: month,
  [TickMarkType.DayOfMonth]: day,
  [TickMarkType.Time]: minute,
  [TickMarkType.TimeWithSeconds]: second,
};

/** A time on the axis as text, in local time: the chart by itself takes all times as UTC. */
export function timeMark(time: Time, type: TickMarkType): string {
  return marks[type].format(milliseconds(time));
}

/** The time under the crosshair as text, in local time. */
export function timeLabel(time: Time): string {
  return full.format(milliseconds(time));
}

/** Our points carry seconds since 1970; the chart's other kinds of time do not occur. */
function milliseconds(time: Time): number {
  return Number(time) * 1000;
}
