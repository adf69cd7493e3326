import type { Store } from '../store/store.ts';
import type { SettingsStore } from './settings.ts';

/**
 * Keeps the ticker of the address and the one that is shown the same: the address' is chosen, before it is published as well, and what is shown comes into
 * the address, the first one that came as well, or a link to this view would open another one.
 */
export function followTicker(
  store: Pick<Store, 'view' | 'subscribe' | 'choose'>,
  settings: Pick<SettingsStore, 'get' | 'set' | 'subscribe'>,
): void {
  const follow = (): void => {
    const { ticker } = settings.get();
    const { ticker: shown, wanted } = store.view();
    if (ticker !== null && ticker !== (wanted ?? shown)) store.choose(ticker);
  };
  follow();
  settings.subscribe(follow);
  store.subscribe(() => {
    const { ticker, wanted } = store.view();
    settings.set({ ticker: wanted ?? ticker });
  });
}
