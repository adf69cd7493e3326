import type { Ticks } from '@ticker/protocol';
import { type Stretch, stretches } from './stretch.ts';

/** Frames kept. Listeners are a few frames apart at most; one that is further away has its frames parsed again. */
const KEPT = 64;
/** Bytes that nearly always tell frames apart: they hold the first tick's id. */
const KEY_BYTES = 64;

/** What is in a frame. */
export interface Frame {
  readonly stretches: readonly Stretch[];
  readonly ids: readonly string[];
  /** How many were skipped before it, in mode `latest`. */
  readonly conflated: number;
}

interface Entry extends Frame {
  readonly bytes: Buffer;
}

/**
 * What is in a frame of ticks. The hub sends the same bytes to all, so a frame is parsed for the first listener that
 * gets it, and for the others compared byte by byte: as exact, and 100 listeners at 10 000 ticks/s then cost the load
 * process some per cent of a core rather than all of it, which the server would miss.
 */
export class FrameCache {
  readonly #entries = new Map<string, Entry>();
  readonly #kept: number;

  /** @param kept how many frames are remembered */
  constructor(kept = KEPT) {
    this.#kept = kept;
  }

  stretches(bytes: Buffer): readonly Stretch[] {
    return this.read(bytes).stretches;
  }

  read(bytes: Buffer): Frame {
    const key = `${bytes.length} ${bytes.toString('latin1', 0, KEY_BYTES)}`;
    const known = this.#entries.get(key);
    if (known?.bytes.equals(bytes)) return known;
    const { ticks, conflated } = JSON.parse(bytes.toString()) as Ticks;
    const entry = { bytes, stretches: stretches(ticks), ids: ticks.map(({ id }) => id), conflated };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (this.#entries.size > this.#kept) this.#entries.delete(this.#entries.keys().next().value!);
    return entry;
  }
}
