/** A flood's tickers, with names as long as names can be. */
export const FLOOD_TICKERS = Array.from({ length: 50 }, (_, n) => `FLOOD-${n}`.padEnd(32, '-'));

/** Ticks of a flood: 14 MB of JSON. */
export const FLOOD_TICKS = 50_000;

/** Document of the `n`-th tick of a topic's floods, but for its time. Its id is long: nearly 200 characters on the wire. */
export function floodTick(n: number): { _id: string; ticker: string; price: number } {
  return { _id: `${n}`.padStart(140, '0'), ticker: FLOOD_TICKERS[n % FLOOD_TICKERS.length]!, price: n };
}

/** The tick's id on the wire (PROTOCOL.md, "Ticks and ids"). */
export function floodId(n: number): string {
  return `~${Buffer.from(JSON.stringify(floodTick(n)._id)).toString('base64url')}`;
}
