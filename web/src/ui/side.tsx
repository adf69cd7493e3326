import type { ReactElement } from 'react';
import type { AlertParts } from '../alerts/load.ts';
import type { View } from '../store/store.ts';
import { Apart } from './apart.tsx';
import { Segments } from './segments.tsx';
import { text } from './text.ts';
import { TicksTable } from './ticks-table.tsx';

const NAMES = ['ticks', 'alerts', 'queue'] as const;

/** What may stand beside the chart. */
export type SideName = (typeof NAMES)[number];

/** What stands beside the chart, on a narrow page under it: one of a few. */
export function Side(props: {
  shown: SideName;
  onShow: (name: SideName) => void;
  view: View;
  /** undefined: on its way; null: it could not be loaded. */
  alerts: AlertParts | undefined | null;
}): ReactElement {
  const { shown, onShow, view, alerts } = props;
  return (
    <div className="side">
      <Segments label={text.side} choices={NAMES} names={text.sides} chosen={shown} onChoose={onShow} />
      {shown === 'ticks' ? (
        <TicksTable key={view.ticker} rows={view.rows} />
      ) : (
        <section className="card panel" data-testid={`${shown}-panel`} aria-label={text.sides[shown]}>
          <Apart key={shown} instead={<p className="none">{text.notLoaded}</p>}>
            {!alerts && <p className="none">{alerts === null ? text.notLoaded : text.loading}</p>}
            {alerts && shown === 'alerts' && (
              <alerts.AlertsPanel desk={alerts.desk} ticker={view.ticker} tickers={view.tickers} />
            )}
            {alerts && shown === 'queue' && <alerts.QueuePanel />}
          </Apart>
        </section>
      )}
    </div>
  );
}
