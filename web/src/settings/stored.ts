import { defined, one } from './address.ts';
import { CHOICES, DEFAULTS, PERSONAL, type Settings } from './setting.ts';

/** Where the browser keeps them. public/look.js reads it, too. */
export const KEY = 'ticker.settings';

/** What is used of a browser's storage. */
export type Keeper = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * What the browser remembers of a person's settings; bad values are left out.
 *
 * @param keeper gives the storage, or throws: in some private windows the very look at it does
 */
export function readStored(keeper: () => Keeper): Partial<Settings> {
  try {
    const { theme, density, ...held } = JSON.parse(keeper().getItem(KEY) ?? '{}') as Record<string, unknown>;
    return defined({
      theme: one(CHOICES.theme, theme),
      density: one(CHOICES.density, density),
      saver: flag(held['saver']),
      keys: flag(held['keys']),
      speak: flag(held['speak']),
    });
  } catch {
    return {};
  }
}

/**
 * Has the browser remember those of a person's settings that are not the usual; one that keeps nothing is survived.
 *
 * @returns whether it does
 */
export function writeStored(keeper: () => Keeper, settings: Partial<Settings>): boolean {
  const kept = PERSONAL.filter((key) => settings[key] !== undefined && settings[key] !== DEFAULTS[key]);
  try {
    if (kept.length === 0) keeper().removeItem(KEY);
    else keeper().setItem(KEY, JSON.stringify(Object.fromEntries(kept.map((key) => [key, settings[key]]))));
    return true;
  } catch {
    // Then they hold for as long as the page is open, and in its address.
    return false;
  }
}

function flag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}
