import { type RefObject, useEffect } from 'react';
import { roundedTo } from '../../alerts/level.ts';
import type { Pane } from '../../chart/pane.ts';
import type { Offer } from './chart-alerts.tsx';

/** How far an arrow key moves the level, in pixels; with Shift, so many times as far. */
const STEP = 4;
const FAR = 5;

/**
 * Alerts on the chart by keyboard: Enter offers one at the last price, the arrow keys up and down move it, Enter takes
 * it, Escape leaves. Left and right are the chart's own: they go through its bars.
 */
export function useChartKeys(props: {
  here: RefObject<HTMLElement | null>;
  pane: Pane;
  on: boolean;
  offer: Offer | null;
  setOffer: (offer: Offer | null) => void;
  take: () => void;
}): void {
  const { here, pane, on, offer, setOffer, take } = props;

  useEffect(() => {
    const figure = here.current?.closest('figure');
    if (!on || !figure) return;
    const pressed = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && offer) {
        setOffer(null);
        // The button that may have had it goes with the offer.
        figure.focus();
        // Buttons in the figure have keys of their own.
      } else if (event.target !== figure) return;
      else if (event.key === 'Enter' && offer) take();
      else if (event.key === 'Enter') begin();
      else if (event.key === 'ArrowUp' && offer) move(offer, event.shiftKey ? FAR : 1);
      else if (event.key === 'ArrowDown' && offer) move(offer, event.shiftKey ? -FAR : -1);
      else return;
      event.preventDefault();
    };
    const begin = (): void => {
      if (pane.last !== undefined) setOffer({ price: roundedTo(pane.last, pane.pixel ?? 0), x: null });
    };
    const move = ({ price }: Offer, steps: number): void => {
      const step = (pane.pixel ?? 0) * STEP;
      setOffer({ price: roundedTo(price + steps * step, step / STEP), x: null, moved: true });
    };
    figure.addEventListener('keydown', pressed);
    return () => figure.removeEventListener('keydown', pressed);
  }, [here, pane, on, offer, setOffer, take]);
}
