import { type ReactElement, useRef, useState, useSyncExternalStore } from 'react';
import type { Feed } from '../feed/socket.ts';
import { TICKERS_MAX } from '../store/board.ts';
import type { Store } from '../store/store.ts';
import { ChartCard } from './chart-card.tsx';
import { GapNotice } from './gap-note.tsx';
import { Quote } from './quote.tsx';
import { SignOut } from './sign-out.tsx';
import { StatePill } from './state-pill.tsx';
import { text } from './text.ts';
import { TickerPicker } from './ticker-picker.tsx';
import { TicksTable } from './ticks-table.tsx';
import { TokenForm } from './token-form.tsx';

const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The whole page. */
export function Page({ store, feed }: { store: Store; feed: Feed }): ReactElement {
  const view = useSyncExternalStore(store.subscribe, store.view);
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
          <ChartCard store={store} ticker={view.ticker} />
        </div>
        <TicksTable key={view.ticker} rows={view.rows} />
      </main>
      <footer>
        <span>{text.zone(zone)}</span>
        {view.late > 0 && <span>{text.late(view.late)}</span>}
        {view.full && <span>{text.full(TICKERS_MAX)}</span>}
        {signedIn && !asks && <SignOut />}
      </footer>
    </div>
  );
}
