import { type ReactElement, useEffect, useLayoutEffect, useRef } from 'react';
import type { Pane } from '../../chart/pane.ts';
import type { Store } from '../../store/store.ts';
import { formatPrice } from '../format.ts';
import { alertText } from '../text/alerts.ts';
import type { Offer } from './chart-alerts.tsx';

/** The offer of an alert at a price: stands at that price, also while the chart moves under it. */
export function PriceOffer(props: {
  offer: Offer;
  pane: Pane;
  store: Store;
  onTake: () => void;
  onLeave: () => void;
}): ReactElement {
  const { offer, pane, store, onTake, onLeave } = props;
  const box = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const place = (): void => {
      const { current } = box;
      const room = current?.parentElement;
      const y = pane.yOf(offer.price);
      if (!current || !room || y === null) return;
      const { offsetWidth: width, offsetHeight: height } = current;
      // Over the level, not on it.
      const top = y - height - 6 < 4 ? y + 6 : y - height - 6;
      current.style.top = `${within(top, height, room.clientHeight)}px`;
      const x = offer.x === null ? room.clientWidth / 2 : offer.x;
      current.style.left = `${within(x - width / 2, width, room.clientWidth)}px`;
    };
    place();
    return store.subscribe(place);
  }, [offer, pane, store]);

  const cancel = (): void => {
    // The button goes with the offer.
    box.current?.closest('figure')?.focus();
    onLeave();
  };

  useEffect(() => {
    // A click anywhere else is a no; one on the chart offers another.
    const pressed = (event: PointerEvent): void => {
      const figure = box.current?.closest('figure');
      if (event.target instanceof Node && !figure?.contains(event.target)) onLeave();
    };
    document.addEventListener('pointerdown', pressed);
    return () => document.removeEventListener('pointerdown', pressed);
  }, [onLeave]);

  return (
    <div ref={box} className="offer">
      <button type="button" onClick={onTake}>
        {alertText.offer(formatPrice(offer.price))}
      </button>
      <button type="button" aria-label={alertText.offerLeave} onClick={cancel}>
        ×
      </button>
    </div>
  );
}

/** Where something of a size begins that stays within a whole, with a little room around it. */
function within(at: number, size: number, whole: number): number {
  return Math.min(Math.max(at, 4), Math.max(whole - size - 4, 4));
}
