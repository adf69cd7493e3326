import { type ReactElement, useCallback, useRef, useState, useSyncExternalStore } from 'react';
import type { AlertParts } from '../alerts/load.ts';
import type { Feed } from '../feed/socket.ts';
import { TICKERS_MAX } from '../store/board.ts';
import type { Store } from '../store/store.ts';
import { Apart } from './apart.tsx';
import { ChartCard } from './chart-card.tsx';
import { GapNotice } from './gap-note.tsx';
import { useLoaded } from './loaded.ts';
import { Quote } from './quote.tsx';
import { Side, type SideName } from './side.tsx';
import { SignOut } from './sign-out.tsx';
import { StatePill } from './state-pill.tsx';
import { text } from './text.ts';
import { TickerPicker } from './ticker-picker.tsx';
import { TokenForm } from './token-form.tsx';

const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The whole page. */
export function Page(props: { store: Store; feed: Feed; alerts: Promise<AlertParts> }): ReactElement {
  const { store, feed } = props;
  const alerts = useLoaded(props.alerts);
  const [side, setSide] = useState<SideName>('ticks');
  const view = useSyncExternalStore(store.subscribe, store.view);
  const showAlerts = useCallback(() => setSide('alerts'), []);
  const { connection } = view;
  const pill = useRef<HTMLDivElement>(null);
  const [signedIn, setSignedIn] = useState(false);
  const asks = connection.status === 'unauthorised' || connection.status === 'forbidden';
  const reconnect = (): void => {
    setSignedIn(true);
    feed.retryNow();
    // To where it says what comes of it: the form goes, and the focus would go with it.
    pill.current?.focus();
  };
  return (
    <div className="page">
      <header>
        <h1>
          <img src="/favicon.svg" alt="" width="24" height="24" />
          <span>{text.brand}</span>
        </h1>
        <StatePill ref={pill} connection={connection} onRetry={feed.retryNow} />
      </header>
      <main>
        <div className="main-column">
          {asks && <TokenForm refusal={connection} onAccepted={reconnect} />}
          <div className="headline">
            <TickerPicker tickers={view.tickers} ticker={view.ticker} onChoose={store.choose} />
            <Quote view={view} />
          </div>
          <GapNotice gap={view.gap} />
          <ChartCard store={store} ticker={view.ticker} alerts={alerts} onPriceTaken={showAlerts} />
        </div>
        <Side shown={side} onShow={setSide} view={view} alerts={alerts} />
      </main>
      <footer>
        <span>{text.zone(zone)}</span>
        {view.late > 0 && <span>{text.late(view.late)}</span>}
        {view.full && <span>{text.full(TICKERS_MAX)}</span>}
        {signedIn && !asks && <SignOut />}
      </footer>
      <Apart>{alerts && <alerts.Toasts desk={alerts.desk} />}</Apart>
    </div>
  );
}
