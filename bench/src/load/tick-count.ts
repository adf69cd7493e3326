const KEY = Buffer.from('"ticker"');
/** Frames that clients are apart at most, before one is counted again. */
const KEPT = 32;

/**
 * Counts the ticks in a frame, whatever protocol it is of: each has its `"ticker"` once, and nothing else has. The same
 * frame comes to a thousand clients, so it is counted once, and for the others compared byte by byte.
 */
export class TickCount {
  readonly #known: { readonly bytes: Buffer; readonly ticks: number }[] = [];
  #at = 0;

  of(bytes: Buffer): number {
    for (const known of this.#known) if (known.bytes.equals(bytes)) return known.ticks;
    let ticks = 0;
    for (let at = bytes.indexOf(KEY); at >= 0; at = bytes.indexOf(KEY, at + KEY.length)) ticks++;
    // A copy: the frame may be a part of a larger buffer, which would be kept with it.
    this.#known[this.#at++ % KEPT] = { bytes: Buffer.from(bytes), ticks };
    return ticks;
  }
}
