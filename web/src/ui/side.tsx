import type { ReactElement, Ref } from 'react';
import type { AlertParts } from '../alerts/load.ts';
import { CHOICES, type SideName } from '../settings/setting.ts';
import type { View } from '../store/store.ts';
import { Apart } from './apart.tsx';
import { Segments } from './segments.tsx';
import { text } from './text/page.ts';
import { TicksTable } from './ticks-table.tsx';
import './side.css';

/** What stands beside the chart, on a narrow page under it: one of a few. */
export function Side(props: {
  /** The panel of alerts, or of the queue: takes the focus. */
  ref: Ref<HTMLElement>;
  shown: SideName;
  onShow: (name: SideName) => void;
  view: View;
  /** undefined: on its way; null: it could not be loaded. */
  alerts: AlertParts | undefined | null;
}): ReactElement {
  const { ref, shown, onShow, view, alerts } = props;
  return (
    <aside className="side" aria-label={text.side}>
      <Segments
        label={text.sidePick}
        choices={CHOICES.side}
        names={text.sides}
        chosen={shown}
        onChoose={onShow}
      />
      {shown === 'ticks' ? (
        <TicksTable rows={view.rows} />
      ) : (
        <section
          ref={ref}
          className="card panel"
          data-testid={`${shown}-panel`}
          aria-label={text.sides[shown]}
          tabIndex={-1}
        >
          <Apart key={shown} instead={<p className="none">{text.notLoaded}</p>}>
            {!alerts && <p className="none">{alerts === null ? text.notLoaded : text.loading}</p>}
            {alerts && shown === 'alerts' && (
              <alerts.AlertsPanel desk={alerts.desk} ticker={view.ticker} tickers={view.tickers} />
            )}
            {alerts && shown === 'queue' && <alerts.QueuePanel />}
          </Apart>
        </section>
      )}
    </aside>
  );
}
