import type { Settings } from './setting.ts';
import type { SettingsStore } from './settings.ts';

/** Whether the system is dark. */
const system = matchMedia('(prefers-color-scheme: dark)');

/** The theme that is seen. */
export function shownTheme({ theme }: Pick<Settings, 'theme'>): 'light' | 'dark' {
  if (theme !== 'system') return theme;
  return system.matches ? 'dark' : 'light';
}

/** Calls back whenever the system turns dark or light; gives what ends that. */
export function onSystemTheme(listener: () => void): () => void {
  system.addEventListener('change', listener);
  return () => system.removeEventListener('change', listener);
}

/**
 * Keeps `<html data-theme data-density>`, which all styles go by, and the colour of the browser's own bars at what is set.
 * public/look.js has put the first of them there, before the first paint.
 */
export function followLook(settings: SettingsStore): void {
  const look = (): void => {
    const { theme, density } = settings.get();
    const shown = shownTheme({ theme });
    Object.assign(document.documentElement.dataset, { theme: shown, density });
    for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
      bar.media = bar.dataset['theme'] === shown ? 'all' : 'not all';
  };
  look();
  settings.subscribe(look);
  onSystemTheme(look);
}
