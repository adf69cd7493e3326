import { useSyncExternalStore } from 'react';
import { onSystemTheme, shownTheme } from '../settings/look.ts';
import type { SettingsStore } from '../settings/settings.ts';

/** The theme that is seen: the one that is set, or the system's. */
export function useShownTheme(settings: SettingsStore): 'light' | 'dark' {
  useSyncExternalStore(settings.subscribe, settings.get);
  return useSyncExternalStore(onSystemTheme, () => shownTheme(settings.get()));
}
