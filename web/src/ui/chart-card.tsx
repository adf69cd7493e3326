import { type ReactElement, useState } from 'react';
import type { AlertParts } from '../alerts/load.ts';
import type { ChartKind } from '../chart/point.ts';
import { type Interval, INTERVAL_NAMES } from '../store/interval.ts';
import type { Store } from '../store/store.ts';
import { Apart } from './apart.tsx';
import { ChartCanvas } from './chart-canvas.tsx';
import { Segments } from './segments.tsx';
import { text } from './text.ts';

const KINDS: readonly ChartKind[] = ['candles', 'line'];

/** The chart with what one can choose about it. */
export function ChartCard(props: {
  store: Store;
  ticker: string | null;
  alerts: AlertParts | undefined | null;
  /** A price of the chart was taken for an alert. */
  onPriceTaken: () => void;
}): ReactElement {
  const { store, ticker, alerts, onPriceTaken } = props;
  const [interval, setInterval] = useState<Interval>('1s');
  const [kind, setKind] = useState<ChartKind>('line');
  return (
    <section className="card chart-card">
      <div className="toolbar">
        <Segments label={text.interval} choices={INTERVAL_NAMES} chosen={interval} onChoose={setInterval} />
        <Segments label={text.kind} choices={KINDS} names={text.kinds} chosen={kind} onChoose={setKind} />
      </div>
      <figure
        className="chart"
        data-testid="chart"
        aria-label={text.chartName(ticker ?? text.noTicker, interval, text.kinds[kind])}
      >
        <ChartCanvas store={store} interval={interval} kind={kind}>
          {(pane) => (
            <Apart>
              {alerts && (
                <alerts.ChartAlerts
                  key={ticker}
                  desk={alerts.desk}
                  pane={pane}
                  store={store}
                  ticker={ticker}
                  onTaken={onPriceTaken}
                />
              )}
            </Apart>
          )}
        </ChartCanvas>
        {ticker === null && <p className="chart-empty">{text.chartEmpty}</p>}
      </figure>
    </section>
  );
}
