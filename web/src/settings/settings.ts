import { readAddress, writeAddress } from './address.ts';
import { DEFAULTS, PERSONAL, type Settings } from './setting.ts';
import { type Keeper, readStored, writeStored } from './stored.ts';

/** What settings touch of the world. */
export interface SettingsPlace {
  /** The address' query, with its question mark. */
  readonly search: () => string;
  /** Puts another query into the address. */
  readonly replace: (search: string) => void;
  /** The browser's storage; may throw. */
  readonly keeper: () => Keeper;
}

/** Everything that a person has chosen about the page: in its address, the rest in the browser's storage. */
export class SettingsStore {
  readonly #place: SettingsPlace;
  readonly #listeners = new Set<() => void>();
  #stored: Partial<Settings>;
  /** Whether the browser keeps what it is given. */
  #kept = true;
  #settings: Settings;

  constructor(place: SettingsPlace) {
    this.#place = place;
    this.#stored = readStored(place.keeper);
    this.#settings = this.#read();
    // A person's own is in the address from the start: it may be copied at once.
    this.#write();
  }

  readonly get = (): Settings => this.#settings;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Changes some. What a link brought along is not taken for the person's own: only what is changed here is kept. */
  readonly set = (patch: Partial<Settings>): void => {
    if (!this.#put({ ...this.#settings, ...patch })) return;
    const personal = PERSONAL.filter((key) => patch[key] !== undefined);
    if (personal.length > 0) {
      // Read again: another tab may have changed others. A browser that keeps nothing has nothing newer.
      const held = this.#kept ? readStored(this.#place.keeper) : this.#stored;
      this.#stored = { ...held, ...Object.fromEntries(personal.map((key) => [key, patch[key]])) };
      this.#kept = writeStored(this.#place.keeper, this.#stored);
    }
    this.#write();
    this.#tell();
  };

  /** Takes in what the address says now: somebody went back or forward. */
  readonly follow = (): void => {
    if (this.#put(this.#read())) this.#tell();
  };

  #read(): Settings {
    return { ...DEFAULTS, ...this.#stored, ...readAddress(this.#place.search()) };
  }

  #write(): void {
    const search = this.#place.search();
    const next = writeAddress(search, this.#settings, DEFAULTS, { ...DEFAULTS, ...this.#stored });
    if (next !== search) this.#place.replace(next);
  }

  /** @returns whether anything is another than before */
  #put(next: Settings): boolean {
    const keys = Object.keys(next) as (keyof Settings)[];
    if (keys.every((key) => next[key] === this.#settings[key])) return false;
    this.#settings = next;
    return true;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The settings of this page. Call it once. */
export function openSettings(): SettingsStore {
  const settings = new SettingsStore({
    search: () => location.search,
    replace,
    keeper: () => localStorage,
  });
  window.addEventListener('popstate', settings.follow);
  return settings;
}

/**
 * Replaced, not pushed: somebody who looked at ten tickers and two themes wants "back" to leave the page, not to undo them
 * one by one.
 */
function replace(search: string): void {
  try {
    history.replaceState(history.state, '', `${location.pathname}${search}${location.hash}`);
  } catch {
    // Safari allows 100 in half a minute. The next change brings the address up to date.
  }
}
