/** Milliseconds of a clock that is the same for all processes of this machine, and is never set back. */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
