import { isLive } from '../store/current.ts';
import type { Store, View } from '../store/store.ts';
import { directionOf } from './change-text.tsx';
import { formatPrice } from './format.ts';
import { titleText } from './text/tab-title.ts';

/** Milliseconds between two titles: tabs that flicker are closed. */
const CALM_MS = 1000;

/**
 * Keeps price and direction in the title of the tab, with a mark whenever it may not be the current price. By a timer, as a
 * hidden tab gets no frames, and its title is what is read of it. Gives what ends it.
 */
export function keepTabTitle(store: Pick<Store, 'look'>): () => void {
  const show = (): void => {
    const title = tabTitle(store.look());
    if (document.title !== title) document.title = title;
  };
  show();
  const timer = setInterval(show, CALM_MS);
  return () => clearInterval(timer);
}

/** A view as a title, such as "▲ 44.51 PIP · Ticker": the arrow is of the change since the view began. */
export function tabTitle(view: Pick<View, 'connection' | 'paused' | 'rows' | 'first'>): string {
  const last = view.rows[0]?.tick;
  if (!last) return titleText.page;
  const direction = directionOf(view.first && last.price - view.first.price);
  const stale = isLive(view) ? '' : titleText.stale;
  const paused = view.paused ? titleText.paused : '';
  return titleText.priced(stale + paused + titleText[direction], formatPrice(last.price), last.ticker);
}
