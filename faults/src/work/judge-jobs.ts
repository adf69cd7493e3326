/** A job as it lies in the collection at the end; docs/queue.md, "Beside mongosh". */
export interface Job {
  readonly key?: string;
  readonly payload: number;
  readonly endTime: Date | null;
  readonly lastError?: string;
}

/**
 * Every job whose enqueueing was acknowledged is finished once, or dead with a reason; none is run again once it is
 * finished.
 *
 * @param acknowledged keys
 * @param runs when handlers began, by the same clock as the database's: ms since 1970
 */
export function judgeJobs(
  acknowledged: ReadonlySet<string>,
  jobs: readonly Job[],
  dead: readonly Job[],
  runs: readonly { readonly payload: number; readonly at: number }[],
): string[] {
  const wrong: string[] = [];
  const places = new Map<string, number>();
  for (const { key = '' } of [...jobs, ...dead]) places.set(key, (places.get(key) ?? 0) + 1);
  for (const key of acknowledged) if (!places.has(key)) wrong.push(`${key}: enqueued, and lost`);
  for (const [key, count] of places) if (count > 1) wrong.push(`${key}: there ${count} times`);
  for (const { key, endTime } of jobs) if (endTime === null) wrong.push(`${key}: neither finished nor dead`);
  for (const { key, lastError } of dead) if (!lastError) wrong.push(`${key}: dead without a reason`);
  const ended = new Map(jobs.map(({ payload, endTime }) => [payload, endTime?.getTime() ?? Infinity]));
  const began = new Set(runs.map(({ payload }) => payload));
  for (const { payload, at } of runs)
    if (at > (ended.get(payload) ?? Infinity)) wrong.push(`job ${payload}: run again after it was finished`);
  for (const { payload, key, endTime } of jobs)
    if (endTime !== null && !began.has(payload)) wrong.push(`${key}: finished, and never run`);
  return wrong.map((line) => `jobs: ${line}`);
}
