/** As many ids as `since` takes (protocol/PROTOCOL.md). */
const LISTED = 256;
/** As many make a list full: what comes after it is exact then. */
export const FULL = 128;

/** The ids that a client got last, by which it goes on where it was. */
export class LastIds {
  /** By frame, oldest first: frames are shared by clients, a list of its own for each tick would not be. */
  #frames: (readonly string[])[] = [];
  #count = 0;

  add(ids: readonly string[]): void {
    this.#frames.push(ids);
    this.#count += ids.length;
    while (this.#count - this.#frames[0]!.length >= LISTED) this.#count -= this.#frames.shift()!.length;
  }

  clear(): void {
    this.#frames = [];
    this.#count = 0;
  }

  /** For `since`: oldest first. */
  get list(): string[] {
    return this.#frames.flat().slice(-LISTED);
  }

  /** The newest; undefined while there is none. */
  get newest(): string | undefined {
    return this.#frames.at(-1)?.at(-1);
  }

  /** Whether nothing comes twice after a return. */
  get full(): boolean {
    return this.#count >= FULL;
  }
}
