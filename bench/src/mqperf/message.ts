/** As long as mqperf's messages. */
const LENGTH = 100;
/** At the end of each: when it was sent. */
const STAMP = 16;

/** A message of a hundred characters that says when it was sent, on the clock that all our processes share. */
export function message(micros: number): string {
  return 'a message of mqperf '.padEnd(LENGTH - STAMP, '.') + String(micros).padStart(STAMP, '0');
}

/** When a message was sent, in microseconds. */
export function sentMicros(text: string): number {
  return Number(text.slice(-STAMP));
}
