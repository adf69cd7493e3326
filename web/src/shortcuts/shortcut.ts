import { type Interval, INTERVAL_NAMES } from '../store/interval.ts';

/** Keys and what they do, in the order in which they are listed. Intervals, by number, come besides. */
export const SHORTCUTS = {
  '/': 'filter',
  c: 'kind',
  t: 'table',
  p: 'pause',
  l: 'live',
  f: 'fullscreen',
  s: 'picture',
  b: 'theme',
  d: 'density',
  e: 'saver',
  a: 'alerts',
  '?': 'sheet',
} as const;

/** What a key does. */
export type Action = (typeof SHORTCUTS)[keyof typeof SHORTCUTS];

/** What was pressed, if it is a shortcut. */
export type Shortcut =
  | { readonly action: Action }
  | { readonly action: 'interval'; readonly interval: Interval };

/** A key that was pressed: of a KeyboardEvent, what counts. */
export type Pressed = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat' | 'isComposing'
>;

/**
 * What a key stands for; undefined: nothing of ours. With Ctrl, Alt or Meta it belongs to the browser or the screen
 * reader. A keyboard of another script has its letters where the Latin ones are, so there the place counts.
 */
export function shortcutOf(pressed: Pressed): Shortcut | undefined {
  const { ctrlKey, altKey, metaKey, repeat, isComposing } = pressed;
  if (ctrlKey || altKey || metaKey || repeat || isComposing) return undefined;
  const key = latin(pressed);
  const interval = /^[1-9]$/.test(key) ? INTERVAL_NAMES[Number(key) - 1] : undefined;
  if (interval) return { action: 'interval', interval };
  return isShortcut(key) ? { action: SHORTCUTS[key] } : undefined;
}

function isShortcut(key: string): key is keyof typeof SHORTCUTS {
  return Object.hasOwn(SHORTCUTS, key);
}

function latin({ key, code }: Pressed): string {
  // One character that is none of ASCII: α, ф, ١.
  const place = /^[^\0-\x7f]$/u.test(key) ? /^(?:Key|Digit)(.)$/.exec(code)?.[1] : undefined;
  return (place ?? key).toLowerCase();
}
