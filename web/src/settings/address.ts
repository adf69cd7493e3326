import { CHOICES, IN_ADDRESS, isTicker, type Settings } from './setting.ts';

/**
 * What the query of an address says of the view. What it does not say, or says badly, is left out: an old link, or one that
 * was cut short, opens what can be made of it.
 */
export function readAddress(search: string): Partial<Settings> {
  const query = new URLSearchParams(search);
  const { interval, kind, side, theme, density } = CHOICES;
  return defined({
    ticker: known(query.get('ticker'), isTicker),
    interval: one(interval, query.get('interval')),
    kind: one(kind, query.get('kind')),
    table: flag(query.get('table')),
    side: one(side, query.get('side')),
    theme: one(theme, query.get('theme')),
    density: one(density, query.get('density')),
    saver: flag(query.get('saver')),
  });
}

/**
 * The query that opens the view of `settings`. What is not ours in `search` stays.
 *
 * @param defaults what is not worth saying: what anybody's page has
 * @param otherwise what this browser would have without being told: where it is something else, it has to be said
 */
export function writeAddress(
  search: string,
  settings: Settings,
  defaults: Settings,
  otherwise: Settings,
): string {
  const query = new URLSearchParams(search);
  for (const key of IN_ADDRESS) {
    const value = settings[key];
    const usual = value === defaults[key] && value === otherwise[key];
    if (usual || value === null) query.delete(key);
    else query.set(key, typeof value === 'boolean' ? String(Number(value)) : value);
  }
  const words = query.toString();
  return words === '' ? '' : `?${words}`;
}

/** The one of some choices that is named so. */
export function one<T extends string>(choices: readonly T[], name: unknown): T | undefined {
  return choices.find((choice) => choice === name);
}

/** An object without what is undefined. */
export function defined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

function known(value: string | null, is: (value: string) => boolean): string | undefined {
  return value !== null && is(value) ? value : undefined;
}

function flag(value: string | null): boolean | undefined {
  if (value === '1') return true;
  return value === '0' ? false : undefined;
}
