/** How long typed letters belong together, in milliseconds. */
export const TYPING_MS = 800;

/** Where in a list of `count` a key leads from `at` (-1: nowhere yet); undefined: nowhere, it is another's key. */
export function moved(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return Math.min(at + 1, count - 1);
    case 'ArrowUp':
    case 'ArrowLeft':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/**
 * Which name begins with what was typed: the next after `at`; more than one letter may stay at `at` itself. -1: none.
 * The same letter again and again goes through all that begin with it.
 */
export function jumped(names: readonly string[], typed: string, at: number): number {
  const text = typed.toLowerCase();
  const wanted = /^(.)\1+$/.test(text) ? text.slice(0, 1) : text;
  const from = wanted.length === 1 ? at + 1 : Math.max(at, 0);
  const around = names.map((_, index) => (from + index) % names.length);
  return around.find((index) => names[index]?.toLowerCase().startsWith(wanted)) ?? -1;
}
