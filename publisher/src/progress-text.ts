import type { Progress } from './progress.ts';

const BAR = 20;

/** How it goes, in one line for a person. */
export function describeNow(progress: Progress): string {
  const { last, appended, fraction, waiting } = progress;
  const rate = progress.rate();
  return [
    ...(fraction === undefined ? [] : [bar(fraction)]),
    last ? `${last.ticker} ${last.price.toFixed(2)}` : 'no tick yet',
    some(appended, 'tick'),
    `${count(rate)}/s`,
    ...(waiting === undefined ? [] : [`waiting for MongoDB: ${waiting}`]),
  ].join(' · ');
}

/** What was done, in one line for a person. */
export function describeEnd({ appended, seconds, overallRate, unconfirmed, badLines }: Progress): string {
  return [
    `published ${some(appended, 'tick')} in ${seconds.toFixed(1)} s (${count(overallRate)}/s)`,
    ...(unconfirmed > 0 ? [`not known of ${count(unconfirmed)} more: MongoDB did not answer`] : []),
    ...(badLines > 0 ? [`${some(badLines, 'bad line')} left out`] : []),
  ].join('; ');
}

/** How it goes, or went, for a machine. Times are ISO 8601. */
export function toJson(type: 'progress' | 'end', progress: Progress): object {
  const { appended, unconfirmed, badLines, seconds, last = null, waiting = null } = progress;
  const rate = type === 'end' ? progress.overallRate : progress.rate();
  const rounded = { seconds: round(seconds), ticksPerSecond: round(rate) };
  return { type, appended, unconfirmed, badLines, ...rounded, last, waiting };
}

function bar(fraction: number): string {
  const full = Math.floor(fraction * BAR);
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${Math.floor(fraction * 100)} %`;
}

function count(number: number): string {
  return number.toLocaleString('en', { maximumFractionDigits: number < 10 ? 1 : 0 });
}

function some(number: number, what: string): string {
  return `${count(number)} ${what}${number === 1 ? '' : 's'}`;
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
