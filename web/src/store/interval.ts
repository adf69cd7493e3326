/** The lengths that a bar may have, by name, in seconds. */
export const INTERVALS = { '1s': 1, '5s': 5, '15s': 15, '1m': 60, '5m': 300, '1h': 3600 } as const;

/** Name of a bar's length. */
export type Interval = keyof typeof INTERVALS;

/** All of them, shortest first. */
export const INTERVAL_NAMES = Object.keys(INTERVALS) as Interval[];
