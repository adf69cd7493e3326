import { memo, type ReactElement, useCallback, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { Cell } from '../cell.ts';
import type { AlertParts } from '../alerts/load.ts';
import type { Feed } from '../feed/socket.ts';
import { useShownTheme } from './shown-theme.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { TICKERS_MAX } from '../store/board.ts';
import type { Store } from '../store/store.ts';
import { Announcer } from './announcer.tsx';
import { Apart } from './apart.tsx';
import { ChartCard, type ChartHandle } from './chart-card.tsx';
import { DetailsPanel } from './details/details-panel.tsx';
import { GapNotice } from './gap-note.tsx';
import { timeZone } from './format.ts';
import { useLoaded } from './loaded.ts';
import { ViewMenu } from './menu/view-menu.tsx';
import { usePageKeys } from './page-keys.ts';
import { PauseButton } from './pause-button.tsx';
import { Quote } from './quote.tsx';
import { SaverNote } from './saver-note.tsx';
import { ShortcutSheet } from './shortcuts/shortcut-sheet.tsx';
import { Side } from './side.tsx';
import { SignOut } from './sign-out.tsx';
import { StatePill } from './state-pill.tsx';
import { text } from './text/page.ts';
import { settingsText } from './text/settings.ts';
import { TokenForm } from './token-form.tsx';
import { Watchlist, type WatchlistHandle } from './watchlist/watchlist.tsx';

/** The whole page. */
export function Page(props: {
  store: Store;
  feed: Feed;
  settings: SettingsStore;
  /** What is said aloud. */
  said: Cell<string>;
  alerts: Promise<AlertParts>;
}): ReactElement {
  const { store, feed, settings, said } = props;
  const alerts = useLoaded(props.alerts);
  const view = useSyncExternalStore(store.subscribe, store.view);
  const chosen = useSyncExternalStore(settings.subscribe, settings.get);
  const theme = useShownTheme(settings);
  const { connection } = view;
  const pill = useRef<HTMLDivElement>(null);
  const chart = useRef<ChartHandle>(null);
  const watch = useRef<WatchlistHandle>(null);
  const [sheet, setSheet] = useState(false);
  const openSheet = useCallback(() => setSheet(true), []);
  const panel = useRef<HTMLElement>(null);
  const [signedIn, setSignedIn] = useState(false);
  const asks = connection.status === 'unauthorised' || connection.status === 'forbidden';
  const reconnect = (): void => {
    setSignedIn(true);
    feed.retryNow();
    // To where it says what comes of it: the form goes, and the focus would go with it.
    pill.current?.focus();
  };
  const takePrice = useCallback(() => {
    // The form could not be seen behind a chart that fills the screen.
    chart.current?.leaveFullscreen();
    settings.set({ side: 'alerts' });
  }, [settings]);
  const showAlerts = useCallback(() => {
    chart.current?.leaveFullscreen();
    // Rendered before it gets the focus.
    flushSync(() => settings.set({ side: 'alerts' }));
    panel.current?.focus();
  }, [settings]);
  usePageKeys({ store, settings, chart, watch, said, showAlerts, openSheet });

  return (
    <div className="page">
      <a
        className="skip"
        href="#chart"
        onClick={(event) => {
          // Without a step in the history, which "back" would have to undo.
          event.preventDefault();
          chart.current?.focus();
        }}
      >
        {text.skip}
      </a>
      <header>
        {/* In index.html, too: it is there before the script is, and must not blink when this takes its place. */}
        <h1>
          <img src="/favicon.svg" alt="" width="24" height="24" decoding="sync" />
          <span>{text.brand}</span>
        </h1>
        <StatePill ref={pill} connection={connection} onRetry={feed.retryNow} />
        <div className="tools">
          <DetailsPanel />
          <ViewMenu settings={settings} onShortcuts={openSheet} />
        </div>
      </header>
      <main>
        <div className="watch-slot">
          <Watchlist ref={watch} view={view} onChoose={store.choose} />
        </div>
        <div className="main-column">
          {asks && <TokenForm refusal={connection} onAccepted={reconnect} />}
          <Quote view={view}>
            <PauseButton store={store} paused={view.paused} />
          </Quote>
          {/* Before the server has answered nobody knows, and a note that goes again would move the chart twice. */}
          {view.wanted !== null && connection.status !== 'idle' && connection.status !== 'connecting' && (
            <p className="note" data-testid="wanted">
              {settingsText.awaited(view.wanted)}
            </p>
          )}
          {chosen.saver && <SaverNote conflated={view.conflated} />}
          <GapNotice gap={view.gap} onDismissed={() => chart.current?.focus()} />
          <div id="chart" className="chart-slot">
            <ChartCard
              ref={chart}
              store={store}
              ticker={view.ticker}
              alerts={alerts}
              onPriceTaken={takePrice}
              interval={chosen.interval}
              kind={chosen.kind}
              table={chosen.table}
              theme={theme}
              onInterval={(interval) => settings.set({ interval })}
              onKind={(kind) => settings.set({ kind })}
              onTable={(table) => settings.set({ table })}
            />
          </div>
        </div>
        <Side
          ref={panel}
          shown={chosen.side}
          onShow={(side) => settings.set({ side })}
          view={view}
          alerts={alerts}
        />
      </main>
      <footer>
        <Zone />
        {!chosen.saver && view.conflated > 0 && <span>{settingsText.saverWas(view.conflated)}</span>}
        {view.late > 0 && <span>{text.late(view.late)}</span>}
        {view.full && <span>{text.full(TICKERS_MAX)}</span>}
        {signedIn && !asks && <SignOut />}
      </footer>
      <Announcer said={said} />
      {sheet && <ShortcutSheet settings={settings} onClose={() => setSheet(false)} />}
      <Apart>{alerts && <alerts.Toasts desk={alerts.desk} />}</Apart>
    </div>
  );
}

/** Apart, since the browser may take longer to find its time zone than all the rest of the page takes. */
const Zone = memo(function Zone(): ReactElement {
  return <span>{text.zone(timeZone())}</span>;
});
