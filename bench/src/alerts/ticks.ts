/** Ticks a second through a server with rules, and of one insert. */
export const RATE = 1_000;
export const BATCH = 10;
