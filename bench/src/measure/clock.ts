/**
 * Microseconds on a clock that all processes of this machine share: `process.hrtime()` is CLOCK_MONOTONIC. Differences
 * between processes were 10 µs at most, which is the time of the message by which they were compared.
 *
 * Not `performance.timeOrigin + performance.now()`: the origin is the wall clock at the process' start, so processes
 * that were started before and after a correction of that clock would disagree.
 */
export function nowMicros(): number {
  return Number(process.hrtime.bigint() / 1000n);
}
