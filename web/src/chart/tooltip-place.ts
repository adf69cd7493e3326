/** A width and a height, in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A place within the figure, in pixels from its upper left corner. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Room between the pointer and what is told of it. */
const APART = 14;

/** A finger and the hand behind it hide so much more. */
const FINGER = 44;

/** Room to the figure's edges. */
const EDGE = 4;

/**
 * Where a tooltip stands that belongs to a place: beside it, on the side with room; with a finger there, over or under
 * it, and beside it only where there is room for neither. Never outside the figure.
 */
export function tooltipPlace(at: Place, tooltip: Size, figure: Size, touch: boolean): Place {
  const apart = touch ? FINGER : APART;
  const right = at.x + apart;
  const middle = { x: at.x - tooltip.width / 2, y: at.y - tooltip.height / 2 };
  const choices = [
    ...(touch
      ? [
          { ...middle, y: at.y - apart - tooltip.height },
          { ...middle, y: at.y + apart },
        ]
      : []),
    { ...middle, x: right },
    { ...middle, x: at.x - apart - tooltip.width },
  ].map(({ x, y }) => ({
    x: within(x, tooltip.width, figure.width),
    y: within(y, tooltip.height, figure.height),
  }));
  const clear = choices.find((place) => isClear(place, at, tooltip, apart));
  return clear ?? choices[0]!;
}

/** Whether a tooltip keeps so far from a place. */
function isClear({ x, y }: Place, at: Place, { width, height }: Size, apart: number): boolean {
  return at.x <= x - apart || at.x >= x + width + apart || at.y <= y - apart || at.y >= y + height + apart;
}

function within(at: number, size: number, whole: number): number {
  return Math.max(Math.min(at, whole - size - EDGE), EDGE);
}
