import { memo, type ReactElement, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { AlertDesk } from '../../alerts/alert-desk.ts';
import { draftAt } from '../../alerts/draft.ts';
import { levelsOf, roundedTo } from '../../alerts/level.ts';
import type { Pane } from '../../chart/pane.ts';
import type { Store } from '../../store/store.ts';
import { formatPrice } from '../format.ts';
import { alertText } from '../text/alerts.ts';
import { useChartKeys } from './chart-keys.ts';
import { PriceOffer } from './price-offer.tsx';

/** A price that was pointed at. */
export interface Offer {
  readonly price: number;
  /** It is another one than at first: which keys do what was said. */
  readonly moved?: boolean;
  /** How far from the chart's left edge, in pixels; null: not with a pointer. */
  readonly x: number | null;
}

/** The alerts on the chart: a line for each, and another one for the asking. */
export const ChartAlerts = memo(
  (props: {
    desk: AlertDesk;
    pane: Pane;
    store: Store;
    ticker: string | null;
    /** A price was taken into the form. */
    onTaken: () => void;
  }): ReactElement | null => {
    const { desk, pane, store, ticker, onTaken } = props;
    const { access, rules } = useSyncExternalStore(desk.book.subscribe, desk.book.view);
    const [offer, setOffer] = useState<Offer | null>(null);
    const here = useRef<HTMLDivElement>(null);
    const on = access === 'on' && ticker !== null;
    const levels = useMemo(() => levelsOf(rules, ticker), [rules, ticker]);

    useEffect(() => {
      pane.setLevels(on && offer ? [...levels, { price: offer.price, set: false }] : levels);
    }, [pane, levels, on, offer]);

    useEffect(() => {
      if (!on) return;
      return pane.onClick((price, x) => setOffer({ price: roundedTo(price, pane.pixel ?? 0), x }));
    }, [pane, on]);

    const take = (): void => {
      if (!offer || ticker === null) return;
      desk.draft.set({ ...desk.draft.get(), ...draftAt(ticker, offer.price, pane.last ?? offer.price) });
      desk.formWanted.set(true);
      setOffer(null);
      onTaken();
    };
    useChartKeys({ here, pane, on, offer, setOffer, take });

    if (!on) return null;
    return (
      <div ref={here} className="chart-alerts" data-testid="chart-alerts">
        <p id="chart-alerts-help" className="unseen">
          {alertText.chartHelp}{' '}
          {levels.length > 0 && (
            <span data-testid="levels">
              {alertText.levels(levels.map(({ price }) => formatPrice(price)).join(', '))}
            </span>
          )}
        </p>
        <p className="unseen" role="status">
          {offer && offer.x === null && offerWords(offer)}
        </p>
        {offer && (
          <PriceOffer offer={offer} pane={pane} store={store} onTake={take} onLeave={() => setOffer(null)} />
        )}
      </div>
    );
  },
);

function offerWords({ price, moved = false }: Offer): string {
  return (moved ? alertText.offer : alertText.offerHelp)(formatPrice(price));
}
