import { type ReactElement, useState } from 'react';
import type { ChartKind } from '../chart/point.ts';
import { type Interval, INTERVAL_NAMES } from '../store/interval.ts';
import type { Store } from '../store/store.ts';
import { ChartCanvas } from './chart-canvas.tsx';
import { Segments } from './segments.tsx';
import { text } from './text.ts';

const KINDS: readonly ChartKind[] = ['candles', 'line'];

/** The chart with what one can choose about it. */
export function ChartCard({ store, ticker }: { store: Store; ticker: string | null }): ReactElement {
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
        <ChartCanvas store={store} interval={interval} kind={kind} />
        {ticker === null && <p className="chart-empty">{text.chartEmpty}</p>}
      </figure>
    </section>
  );
}
