/** What the simulator calls an execution: so many users a slice of time, for so many slices. */
export interface SliceTime {
  readonly users: number;
  readonly iterations: number;
  /** Length of a slice. */
  readonly resolutionMs: number;
}

/**
 * The simulator's `slicetime` (`agent/process.js`): each user starts a rounded number of milliseconds after the one
 * before has started, by a timer that is only set then. It does not catch up, so that what timers are late adds up, and
 * 25 slices of a second take longer than 25 seconds. Resolves when all are done.
 */
export function sliceTime(
  { users, iterations, resolutionMs }: SliceTime,
  execute: (user: number) => Promise<void>,
): Promise<void> {
  const between = Math.round(resolutionMs / users);
  const total = users * iterations;
  return new Promise((resolve, reject) => {
    let [started, done] = [0, 0];
    const next = () => {
      const user = started++;
      execute(user).then(() => {
        if (++done === total) resolve();
      }, reject);
      if (started < total) setTimeout(next, between);
    };
    setTimeout(next, between);
  });
}
