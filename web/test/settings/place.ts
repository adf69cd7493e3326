import type { SettingsPlace } from '../../src/settings/settings.ts';
import type { Keeper } from '../../src/settings/stored.ts';

/** A browser's address and storage. */
export class Place implements SettingsPlace {
  address: string;
  readonly held = new Map<string, string>();

  constructor(address = '', stored?: string) {
    this.address = address;
    if (stored !== undefined) this.held.set('ticker.settings', stored);
  }

  readonly search = (): string => this.address;

  readonly replace = (search: string): void => {
    this.address = search;
  };

  readonly keeper = (): Keeper => ({
    getItem: (key) => this.held.get(key) ?? null,
    setItem: (key, value) => void this.held.set(key, value),
    removeItem: (key) => void this.held.delete(key),
  });
}
