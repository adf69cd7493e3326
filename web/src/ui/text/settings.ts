import type { Density, Theme } from '../../settings/setting.ts';
import { ticks } from './page.ts';

/** The words of the view menu, and of what it sets. */
export const settingsText = {
  view: 'View',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' } satisfies Record<Theme, string>,
  density: 'Density',
  densities: { comfortable: 'Comfortable', compact: 'Compact' } satisfies Record<Density, string>,
  saver: 'Data saver',
  saverHelp: 'Of ticks that come faster than they can be sent, only the newest of each ticker.',
  speak: 'Speak prices',
  speakHelp: 'Every 15 seconds, to screen readers. A change of the state is always said.',
  shortcuts: 'Keyboard shortcuts',

  saverOn: (count: number) =>
    count === 0
      ? 'Data saver: no tick skipped yet.'
      : `Data saver: ${ticks(count)} skipped since this page was opened. Bars may miss highs and lows.`,
  saverWas: (count: number) => `The data saver skipped ${ticks(count)}: bars may miss highs and lows`,
  awaited: (ticker: string) => `Waiting for ${ticker}, which has not been published yet.`,
} as const;
