import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Cell } from '../cell.ts';
import { shownTheme } from '../settings/look.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { listenToKeys } from '../shortcuts/keyboard.ts';
import type { Action, Shortcut } from '../shortcuts/shortcut.ts';
import type { Interval } from '../store/interval.ts';
import type { Store } from '../store/store.ts';
import type { ChartHandle } from './chart-card.tsx';
import { chartText } from './text/chart.ts';
import { shortcutText } from './text/shortcuts.ts';
import type { WatchlistHandle } from './watchlist/watchlist.tsx';

/** What the keys of the page work on. */
export interface KeyParts {
  readonly store: Store;
  readonly settings: SettingsStore;
  readonly chart: RefObject<ChartHandle | null>;
  /** Where tickers are found. */
  readonly watch: RefObject<WatchlistHandle | null>;
  /** What a key did, said aloud. */
  readonly said: Cell<string>;
  /** Shows the alerts, and gives them the focus. */
  readonly showAlerts: () => void;
  /** Opens the sheet of shortcuts. */
  readonly openSheet: () => void;
}

/** Makes single keys shortcuts, as long as the settings say so. */
export function usePageKeys(parts: KeyParts): void {
  const newest = useRef(parts);
  useLayoutEffect(() => {
    newest.current = parts;
  });
  useEffect(
    () =>
      listenToKeys(
        () => newest.current.settings.get().keys,
        (shortcut) => press(shortcut, newest.current),
      ),
    [],
  );
}

function press(shortcut: Shortcut, parts: KeyParts): void {
  const words =
    shortcut.action === 'interval'
      ? chooseInterval(shortcut.interval, parts)
      : ACTIONS[shortcut.action](parts);
  if (typeof words === 'string') parts.said.set(words);
}

function chooseInterval(interval: Interval, { settings }: KeyParts): string {
  settings.set({ interval });
  return shortcutText.did.interval(interval);
}

/** What each key does; gives what is said of it, where the focus or something else does not tell already. */
const ACTIONS: Readonly<Record<Action, (parts: KeyParts) => string | void>> = {
  filter: ({ watch, chart }) => {
    // It would not be there to be focused.
    chart.current?.leaveFullscreen();
    watch.current?.focusFilter();
  },
  kind: ({ settings }) => {
    const kind = settings.get().kind === 'line' ? 'candles' : 'line';
    settings.set({ kind });
    return chartText.kinds[kind];
  },
  table: ({ settings }) => {
    const table = !settings.get().table;
    settings.set({ table });
    return shortcutText.did.table[`${table}`];
  },
  pause: ({ store }) => {
    const { paused } = store.view();
    if (paused === null) store.pause();
    else store.resume();
    return shortcutText.did.paused[`${paused !== null}`];
  },
  live: ({ chart }) => {
    chart.current?.goLive();
    return shortcutText.did.live;
  },
  fullscreen: ({ chart }) => chart.current?.toggleFullscreen(),
  picture: ({ chart }) => chart.current?.savePicture(),
  theme: ({ settings }) => {
    const theme = shownTheme(settings.get()) === 'dark' ? 'light' : 'dark';
    settings.set({ theme });
    return shortcutText.did.theme[theme];
  },
  density: ({ settings }) => {
    const density = settings.get().density === 'compact' ? 'comfortable' : 'compact';
    settings.set({ density });
    return shortcutText.did.density[density];
  },
  saver: ({ settings }) => {
    const saver = !settings.get().saver;
    settings.set({ saver });
    return shortcutText.did.saver[`${saver}`];
  },
  alerts: ({ showAlerts }) => showAlerts(),
  sheet: ({ openSheet }) => openSheet(),
};
