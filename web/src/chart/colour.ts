/** Colours of the chart: hex, as lightweight-charts reads no `light-dark()`. */
export interface Colours {
  readonly up: string;
  readonly down: string;
  readonly line: string;
  readonly text: string;
  readonly grid: string;
  readonly surface: string;
  readonly gap: string;
  readonly level: string;
  readonly count: string;
}

/** Reads them from the custom properties of the page's style, where all themes are kept. */
export function readColours(element: Element): Colours {
  const style = getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(name).trim();
  return {
    up: read('--up'),
    down: read('--down'),
    line: read('--accent'),
    text: read('--muted'),
    grid: read('--grid'),
    surface: read('--surface'),
    gap: read('--muted'),
    level: read('--level'),
    count: read('--muted'),
  };
}

/** Whether two themes look the same. */
export function sameColours(a: Colours, b: Colours): boolean {
  return (Object.keys(a) as (keyof Colours)[]).every((part) => a[part] === b[part]);
}
