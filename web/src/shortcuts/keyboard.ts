import { type Shortcut, shortcutOf } from './shortcut.ts';

/** Where one types. */
const TYPED_INTO =
  'textarea, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox], ' +
  'input:not([type=radio], [type=checkbox], [type=button], [type=submit], [type=range])';

/** Lists, which jump to what begins with a letter or a digit, and know no other sign. */
const LISTS = 'select, [role=listbox]';

/**
 * Passes on the shortcuts that are pressed; gives what ends that. Never while somebody types, nor under an open dialog.
 *
 * @param on whether they are wanted now
 */
export function listenToKeys(on: () => boolean, act: (shortcut: Shortcut) => void): () => void {
  const ended = new AbortController();
  const pressed = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || !on() || isTyping(event) || document.querySelector('dialog[open]')) return;
    const shortcut = shortcutOf(event);
    if (!shortcut) return;
    event.preventDefault();
    act(shortcut);
  };
  document.addEventListener('keydown', pressed, { signal: ended.signal });
  return () => ended.abort();
}

function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(TYPED_INTO)) return true;
  return target.closest(LISTS) !== null && /^[\p{L}\p{N}]$/u.test(key);
}
