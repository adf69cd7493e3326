import {
  type ReactElement,
  type Ref,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { AlertParts } from '../alerts/load.ts';
import type { Pane } from '../chart/pane.ts';
import type { ChartKind } from '../chart/point.ts';
import { type Interval, INTERVAL_NAMES } from '../store/interval.ts';
import type { Store } from '../store/store.ts';
import { Apart } from './apart.tsx';
import { BarsTable } from './chart/bars-table.tsx';
import { ChartTools } from './chart/chart-tools.tsx';
import { download } from './chart/download.ts';
import { useLazyChart } from './chart/lazy-chart.ts';
import { LoadNote } from './chart/load-note.tsx';
import { useFullScreen } from './chart/use-full-screen.ts';
import { useTimeline } from './chart/use-timeline.ts';
import { formatBarTime } from './format.ts';
import { Segments } from './segments.tsx';
import { chartText } from './text/chart.ts';
import { text } from './text/page.ts';
import './chart/chart-card.css';
import './chart/chart.css';

const KINDS: readonly ChartKind[] = ['candles', 'line'];

/** What others may do with the chart. */
export interface ChartHandle {
  /** Shows the newest bar. */
  goLive(): void;
  /** Saves a picture of the chart; nothing while there is none. */
  savePicture(): void;
  toggleFullscreen(): void;
  /** Gives the page its other parts back at once; nothing where they are to be seen. */
  leaveFullscreen(): void;
  /** Gives it the focus. */
  focus(): void;
}

/** The chart with what one can choose about it. */
export function ChartCard(props: {
  store: Store;
  ticker: string | null;
  alerts: AlertParts | undefined | null;
  /** A price of the chart was taken for an alert. */
  onPriceTaken: () => void;
  interval: Interval;
  kind: ChartKind;
  /** Bars as a table, not as a drawing. */
  table: boolean;
  /** Another one means other colours. */
  theme: string;
  onInterval: (interval: Interval) => void;
  onKind: (kind: ChartKind) => void;
  onTable: (table: boolean) => void;
  ref?: Ref<ChartHandle>;
}): ReactElement {
  const { store, ticker, alerts, onPriceTaken, interval, kind, table, theme } = props;
  const { onInterval, onKind, onTable, ref } = props;
  const figure = useRef<HTMLElement>(null);
  const [pane, setPane] = useState<Pane | null>(null);
  const [said, say] = useState('');
  const timeline = useTimeline(store, ticker, interval);
  // Only once there is a price: it is shown by now.
  const chart = useLazyChart(ticker !== null && !table);
  const { fullness, toggle, leave } = useFullScreen();

  const save = useCallback(() => {
    if (!pane || ticker === null) return say(chartText.noPicture);
    const now = Date.now();
    const name = chartText.fileName(
      ticker,
      interval,
      new Date(now).toISOString().slice(0, 19).replaceAll(':', '-'),
    );
    const words = chartText.caption(ticker, interval, chartText.kinds[kind], formatBarTime(now / 1000));
    pane.picture(words).then(
      (file) => download(file, name),
      () => say(chartText.notSaved),
    );
  }, [pane, ticker, interval, kind]);

  useImperativeHandle(
    ref,
    () => ({
      goLive: () => {
        pane?.follow();
        // A table has the newest at its top.
        figure.current?.querySelector('.bars-scroll')?.scrollTo({ top: 0 });
      },
      savePicture: save,
      toggleFullscreen: toggle,
      leaveFullscreen: () => flushSync(leave),
      focus: () => focusInside(figure.current),
    }),
    [pane, save, toggle, leave],
  );

  // Where the focus was in what is replaced, it goes on to what replaces it. React tells no blur of what it takes away.
  const focused = useRef(false);
  const tableOf = table ? timeline : null;
  const tableOfBefore = useRef(tableOf);
  useLayoutEffect(() => {
    if (tableOfBefore.current === tableOf) return;
    tableOfBefore.current = tableOf;
    if (focused.current) focusInside(figure.current);
  }, [tableOf]);

  const name = ticker ?? text.noTicker;
  return (
    <section className="card chart-card">
      <div className="toolbar">
        <Segments
          label={chartText.interval}
          choices={INTERVAL_NAMES}
          spoken={chartText.lengths}
          chosen={interval}
          onChoose={onInterval}
        />
        <Segments
          label={chartText.kind}
          choices={KINDS}
          names={chartText.kinds}
          chosen={kind}
          onChoose={onKind}
        />
        <ChartTools
          table={table}
          onTable={onTable}
          full={fullness !== 'no'}
          onFull={toggle}
          onSave={pane ? save : undefined}
        />
      </div>
      <figure
        ref={figure}
        className="chart"
        data-testid="chart"
        aria-label={table ? chartText.asTable(name) : chartText.name(name, interval, chartText.kinds[kind])}
        onFocus={() => (focused.current = true)}
        onBlur={() => (focused.current = false)}
        // No stop of the Tab key without a drawing, but it may keep the focus.
        tabIndex={pane ? 0 : -1}
        {...(pane && { 'aria-describedby': 'chart-help chart-alerts-help' })}
      >
        {timeline && table && <BarsTable key={`${ticker} ${interval}`} timeline={timeline} onSay={say} />}
        {timeline && !table && chart.parts && (
          <Apart instead={<p className="chart-empty">{chartText.broken}</p>}>
            <chart.parts.ChartCanvas
              store={store}
              timeline={timeline}
              kind={kind}
              theme={theme}
              onPane={setPane}
              onSay={say}
            >
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
            </chart.parts.ChartCanvas>
          </Apart>
        )}
        {ticker === null ? (
          <p className="chart-empty">{chartText.empty}</p>
        ) : (
          !table && !chart.parts && <LoadNote chart={chart} onSay={say} />
        )}
        {fullness === 'window' && <p className="filled-note">{chartText.filled}</p>}
        {pane && (
          <p id="chart-help" className="unseen">
            {chartText.help}
          </p>
        )}
        <p className="unseen" aria-live="polite" data-testid="chart-said">
          {said}
        </p>
      </figure>
    </section>
  );
}

/** Gives the focus to the table in the figure, which scrolls, or to the figure. */
function focusInside(figure: HTMLElement | null): void {
  (figure?.querySelector<HTMLElement>('.bars-scroll') ?? figure)?.focus();
}
