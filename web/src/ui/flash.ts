import { type RefObject, useEffect, useRef } from 'react';
import { now } from '../feed/surroundings.ts';

/**
 * Length of a flash, in milliseconds. None begins so soon after a change: more than three a second can hurt (WCAG 2.3.1),
 * and where prices change all the time a light that never goes out tells nothing, and costs each frame.
 */
const FLASH_MS = 400;

/** Lights an element up for a moment whenever `id` changes, in the colour that it has; null: never. Not where motion is unwanted. */
export function useFlash(element: RefObject<HTMLElement | null>, id: string | null): void {
  const seen = useRef<string | null>(null);
  const changedAt = useRef(-Infinity);
  useEffect(() => {
    const before = seen.current;
    seen.current = id;
    // What is shown first has not changed.
    if (id === null || before === null || before === id) return;
    const pause = now() - changedAt.current;
    changedAt.current = now();
    if (pause < FLASH_MS || !mayMove()) return;
    const lit = 'color-mix(in srgb, currentcolor 14%, transparent)';
    element.current?.animate([{ backgroundColor: lit }, { backgroundColor: 'transparent' }], FLASH_MS);
  }, [element, id]);
}

function mayMove(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
