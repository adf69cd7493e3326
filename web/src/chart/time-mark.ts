import { TickMarkType, type Time } from 'lightweight-charts';

const year = new Intl.DateTimeFormat(undefined, { year: 'numeric' });
const month = new Intl.DateTimeFormat(undefined, { month: 'short' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const minute = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const second = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', second: '2-digit' });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

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
