import { type RefObject, useEffect, useState } from 'react';

/** Whether any of an element is on the screen. Taken for so until the browser has looked. */
export function useInSight(element: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(true);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new IntersectionObserver((entries) => setSeen(entries.at(-1)?.isIntersecting ?? true));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return seen;
}
