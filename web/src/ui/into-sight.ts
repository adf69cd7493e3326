/**
 * Scrolls a box until one of its parts is in sight: sideways to its beginning, where the strip of tickers snaps, else as
 * little as will do. The box alone: `scrollIntoView` would move the page under whoever reads further down.
 */
export function bringIntoSight(part: Element, box: Element): void {
  const inner = part.getBoundingClientRect();
  const outer = box.getBoundingClientRect();
  const aside = inner.left < outer.left - 1 || inner.right > outer.right + 1;
  box.scrollBy({
    left: aside ? inner.left - outer.left : 0,
    top: Math.min(inner.top - outer.top, 0) + Math.max(inner.bottom - outer.bottom, 0),
  });
}
