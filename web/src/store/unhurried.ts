/**
 * Milliseconds between two states of the page. Nobody reads a price that changes more often, and a browser that draws
 * without a GPU would be busy with nothing else: each state is a frame of the page, and one of the chart.
 */
export const STATE_MS = 100;

/** Calls back once, some time later. */
export type Later = (callback: () => void) => void;

/**
 * Lets what is called back before the next frame rest in between: after a pause at once, else {@link STATE_MS} after the
 * time before.
 *
 * @param now a clock, in milliseconds
 */
export function unhurried(nextFrame: Later, now: () => number): Later {
  let calledAt = -Infinity;
  return (callback) => {
    const call = (): void => {
      calledAt = now();
      callback();
    };
    const rest = calledAt + STATE_MS - now();
    if (rest > 0) setTimeout(() => nextFrame(call), rest);
    else nextFrame(call);
  };
}
